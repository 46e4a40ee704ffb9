/** The strip of tools below a model. */

import { Box, Eye, EyeOff, FlipHorizontal2, Focus, Ghost, Maximize, Ruler } from 'lucide-react'
import { useId } from 'react'
import { Button, IconButton } from '../kit/button'
import { offFor, Reason } from '../kit/field'
import { useShortcut } from '../kit/shortcuts'
import { COLOURINGS, type Colouring } from './colours'
import styles from './model3d.module.css'
import type { Axis } from './section'
import { t } from './texts'
import { VIEWS, type ViewName } from './viewpoint'

export interface ToolState {
  colouring: Colouring
  isGhost: boolean
  isMeasuring: boolean
  axis: Axis | null
  /** Shares of the whole, from 0 to 1. */
  cutAt: number
  /** Whether the section keeps the other side. */
  isFlipped: boolean
  explosion: number
}

interface ModelToolsProps {
  tools: ToolState
  onChange: (change: Partial<ToolState>) => void
  onLook: (view: ViewName | 'fit') => void
  isPicked: boolean
  onHide: () => void
  onIsolate: () => void
  onShowAll: () => void
  /** Whether the model is seen beside main. */
  hasChanges: boolean
  /** The side that it is seen from, null once it was turned by hand. */
  view: ViewName | null
  /** How many levels come apart one after another. */
  levels: number
}

const AXES: readonly Axis[] = ['x', 'y', 'z']

function useToolKeys({ tools, onChange, onLook, onHide, onIsolate }: ModelToolsProps) {
  useShortcut('f', t('fit'), () => onLook('fit'))
  useShortcut('h', t('hide'), onHide)
  useShortcut('i', t('isolate'), onIsolate)
  useShortcut('g', t('ghost'), () => onChange({ isGhost: !tools.isGhost }))
  useShortcut('m', t('measure'), () => onChange({ isMeasuring: !tools.isMeasuring }))
  const axes = [null, ...AXES]
  const next = axes[(axes.indexOf(tools.axis) + 1) % axes.length] ?? null
  useShortcut('x', t('section'), () => onChange({ axis: next }))
}

/** One key for each side. */
function ViewKey({ view, onLook }: { view: ViewName } & Pick<ModelToolsProps, 'onLook'>) {
  useShortcut(String(VIEWS.indexOf(view) + 1), t(view), () => onLook(view))
  return null
}

export function ModelTools(props: ModelToolsProps) {
  const { tools, onChange, onLook, isPicked, onHide, onIsolate, onShowAll, hasChanges } = props
  const { view: seen } = props
  useToolKeys(props)
  const reason = isPicked ? null : t('choosePart')
  return (
    <div className={styles.tools} role="toolbar" aria-label={t('tools')}>
      <Button icon={Maximize} onClick={() => onLook('fit')}>
        {t('fit')}
      </Button>
      <select
        aria-label={t('view')}
        className={styles.select}
        value={seen ?? ''}
        onChange={(event) => onLook(event.target.value as ViewName)}
      >
        {seen === null && <option value="">{t('turned')}</option>}
        {VIEWS.map((view) => (
          <option key={view} value={view}>
            {t(view)}
          </option>
        ))}
      </select>
      {VIEWS.map((view) => (
        <ViewKey key={view} {...{ view, onLook }} />
      ))}
      <Button
        icon={Ghost}
        aria-pressed={tools.isGhost}
        onClick={() => onChange({ isGhost: !tools.isGhost })}
      >
        {t('ghost')}
      </Button>
      <Button icon={EyeOff} reason={reason} onClick={onHide}>
        {t('hide')}
      </Button>
      <Button icon={Focus} reason={reason} onClick={onIsolate}>
        {t('isolate')}
      </Button>
      <Button icon={Eye} onClick={onShowAll}>
        {t('showAll')}
      </Button>
      <Button
        icon={Ruler}
        aria-pressed={tools.isMeasuring}
        onClick={() => onChange({ isMeasuring: !tools.isMeasuring })}
      >
        {t('measure')}
      </Button>
      <span className={styles.slider}>
        <span aria-hidden>{t('colours')}</span>
        <select
          aria-label={t('colours')}
          className={styles.select}
          value={tools.colouring}
          onChange={(event) => onChange({ colouring: event.target.value as Colouring })}
        >
          {COLOURINGS.filter((one) => hasChanges || one !== 'change').map((colouring) => (
            <option key={colouring} value={colouring}>
              {t(`by_${colouring}`)}
            </option>
          ))}
        </select>
      </span>
      <SectionTools tools={tools} onChange={onChange} />
      <ExplodeTool {...props} />
    </div>
  )
}

function ExplodeTool({ tools, onChange, levels }: ModelToolsProps) {
  const { explosion } = tools
  const told = useId()
  const reason = levels === 0 ? t('onePart') : null
  const ends = Array.from({ length: levels }, (_, level) => (level + 1) / levels)
  // The slider stands beside a mark by up to half a step of its own.
  const done = Math.ceil((explosion - 0.005) * levels)
  return (
    <label className={styles.slider}>
      <Box size={14} />
      {t('explode')}
      <input
        type="range"
        min="0"
        max="1"
        step="0.01"
        list="explosion-levels"
        title={reason ?? undefined}
        aria-valuetext={t('explodedTo', { done, levels })}
        value={explosion}
        onChange={(event) => onChange({ explosion: Number(event.target.value) })}
        {...offFor(reason, told)}
      />
      <Reason id={told} reason={reason} />
      <datalist id="explosion-levels">
        {ends.map((end) => (
          <option key={end} value={end.toFixed(2)} />
        ))}
      </datalist>
    </label>
  )
}

function SectionTools({ tools, onChange }: Pick<ModelToolsProps, 'tools' | 'onChange'>) {
  return (
    <span className={styles.slider}>
      <span aria-hidden>{t('section')}</span>
      <select
        aria-label={t('section')}
        className={styles.select}
        value={tools.axis ?? ''}
        onChange={(event) => onChange({ axis: (event.target.value || null) as Axis | null })}
      >
        <option value="">{t('sectionOff')}</option>
        {AXES.map((axis) => (
          <option key={axis} value={axis}>
            {axis.toUpperCase()}
          </option>
        ))}
      </select>
      {tools.axis && (
        <input
          type="range"
          aria-label={t('sectionAt')}
          min="0"
          max="1"
          step="0.005"
          value={tools.cutAt}
          onChange={(event) => onChange({ cutAt: Number(event.target.value) })}
        />
      )}
      {tools.axis && (
        <IconButton
          icon={FlipHorizontal2}
          label={t('otherSide')}
          aria-pressed={tools.isFlipped}
          onClick={() => onChange({ isFlipped: !tools.isFlipped })}
        />
      )}
    </span>
  )
}
