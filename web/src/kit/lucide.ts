/**
 * Draws the icons of lucide-react in the place of its own way, which has much that no page asks for:
 * the build puts it where an icon asks for `createLucideIcon` (vite.config.ts).
 */

import type { LucideIcon, LucideProps } from 'lucide-react'
import { createElement } from 'react'

interface IconData {
  node: readonly (readonly [name: string, attributes: Record<string, string>])[]
}

/** Hidden from screen readers: what an icon says, a word beside it or the control's name says too. */
function createLucideIcon({ node }: IconData) {
  return ({ size = 24, ...rest }: LucideProps) =>
    createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 2,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        'aria-hidden': true,
        ...rest,
      },
      node.map(([name, attributes]) => createElement(name, attributes)),
    )
}

// biome-ignore lint/style/noDefaultExport: as the package's own
export default createLucideIcon as unknown as (data: IconData) => LucideIcon
