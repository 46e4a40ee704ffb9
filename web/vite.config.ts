import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { preloads } from './preloads.ts'

const server = process.env.PARTWRIGHT_SERVER ?? 'http://127.0.0.1:8000'

/** The host stays the browser's, else the server takes writes for foreign ones. */
const proxy = { '/api': { target: server, changeOrigin: false } }

/** The policy that the server sends, so that `vite preview` breaks where the server would. */
const policy = (
  JSON.parse(readFileSync('../src/partwright/page/policy.json', 'utf8')) as string[]
).join('; ')

/**
 * What most pages need comes with the shell, what every list or every structure needs in one piece,
 * and all icons but the shell's together, so that a page is few requests; what only opens on demand
 * stays apart.
 */
const groups = [
  {
    name: 'shell',
    test: new RegExp(
      [
        String.raw`src\/(records\/(?!pickers|record-row|version-banner|commit-text)|kit\/(?!grid\/|ago|left-out|use-drop|use-seen|use-painted|trusted|palette|combobox|form-fields)).*(?<!\.de\.json)$`,
        String.raw`src\/api\/(?!admin|reports|changes|compare|workflows|comments|commits|designs-|programs|file|structure|batch|item-actions|find-version|import|declared|own-account|read-soon|views|versions|locks|variants|graph|requirement-links|live|inbox|exports|undo|demo|item-changes|models|sessions|registers|held-edit|search|pictures|second-factor|sign-in|.*\.de\.json)`,
        String.raw`src\/(lists\/use-address|forms\/(late|not-saved))`,
        String.raw`node_modules\/(react|react-dom|scheduler)\/`,
        String.raw`node_modules\/@tanstack\/(?!.*nfiniteQuery(Observer)?\.js)`,
        String.raw`lucide-react\/dist\/esm\/[A-Z]`,
        'preload-helper',
      ].join('|'),
    ),
    priority: 2,
  },
  {
    name: 'app',
    test: /src\/(forms\/no-blank\.|app\/(?!german|sentences|live|later-pages|command-palette|use-commands|.*\.de\.json))/,
    priority: 2,
  },
  {
    name: 'grid',
    test: /src\/kit\/(grid\/|left-out).*(?<!\.de\.json)$/,
    priority: 1,
    includeDependenciesRecursively: false,
  },
  {
    name: 'list',
    test: /src\/lists\/(?!filter-panel|column-panel|selection-bar|save-view-dialog|neighbours).*(?<!\.de\.json)$/,
    priority: 1,
    includeDependenciesRecursively: false,
  },
  ...[
    ['item-data', String.raw`api\/(structure|locks)\.`],
    // Which reports ask for too.
    ['item-words', String.raw`items\/(texts|labels)`],
    [
      'item-parts',
      String.raw`items\/(fields|items\.module|edit-reason|use-item|use-structure-props)|api\/declared`,
    ],
    ['item', String.raw`items\/(item-head|item-actions)|api\/item-actions`],
    [
      'item-icons',
      String.raw`icons\/(arrow-right|copy|ellipsis|eye|eye-off|inbox|lock-open|log-in|undo)\.`,
    ],
    ['lines', String.raw`structure\/(lines|line-columns|use-tree|texts|structure\.module)`],
    [
      'structure',
      String.raw`structure\/(structure-view|structure-bar|line-grid|use-(cursor|deeds|drag|editing)|edits|line-ids|deeds|pending-bar)|api\/read-soon|icons\/(chevron-up|chevrons-(down-up|up-down)|clipboard-paste|layers|network|redo-2|save)\.`,
    ],
  ].map(([name, modules]) => ({
    name: name as string,
    test: new RegExp(String.raw`(src|esm)\/(${modules}).*(?<!\.de\.json)$`),
    priority: 1,
    includeDependenciesRecursively: false,
  })),
  { name: 'icons', test: /lucide-react\/dist\/esm\/icons/, priority: 0, minShareCount: 5 },
]

/** A class of a style sheet, told apart by its file alone: scripts hold the names of all. */
function scopedName(name: string, file: string): string {
  const path = file.slice(file.lastIndexOf('/src/'))
  return `${name}_${createHash('sha256').update(path).digest('hex').slice(0, 4)}`
}

// biome-ignore lint/style/noDefaultExport: Vite reads it so
export default defineConfig({
  plugins: [react(), preloads('preloads.json')],
  resolve: {
    alias: [
      // React has this hook itself; the package's shim is for versions before 18.
      {
        find: 'use-sync-external-store/shim/with-selector',
        replacement: 'use-sync-external-store/with-selector',
      },
      {
        find: /^\.\.\/createLucideIcon\.mjs$/,
        replacement: fileURLToPath(new URL('src/kit/lucide.ts', import.meta.url)),
      },
    ],
  },
  css: { modules: { generateScopedName: scopedName } },
  build: {
    outDir: '../src/partwright/page/built',
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  server: { proxy },
  preview: {
    proxy,
    headers: { 'content-security-policy': policy },
  },
})
