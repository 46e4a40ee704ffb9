/** A guide as it is read: its blocks as elements, so that nothing in it can be markup. */

import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { guideOf, pictureOf } from './guides'
import styles from './help.module.css'
import { type Block, type Guide, readSpans, type Span, targetOf } from './markdown'

export function GuideText({ guide }: { guide: Guide }) {
  const blocks = guide.blocks.filter((block) => block.kind !== 'heading' || block.level > 1)
  return (
    <article className={styles.text} lang="en">
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text does not change its order
        <BlockView key={index} block={block} here={guide.name} />
      ))}
    </article>
  )
}

function BlockView({ block, here }: { block: Block; here: string }) {
  switch (block.kind) {
    case 'heading': {
      const Heading = block.level === 2 ? 'h2' : 'h3'
      return (
        <Heading id={block.id} tabIndex={-1}>
          <Spans text={block.text} here={here} />
        </Heading>
      )
    }
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled by keys
        <pre tabIndex={0}>
          <code>{block.text}</code>
        </pre>
      )
    case 'table':
      return <Table head={block.head} rows={block.rows} here={here} />
    case 'list':
      return <List block={block} here={here} />
    case 'picture': {
      const source = pictureOf(block.source)
      return source ? <img src={source} alt={block.text} loading="lazy" /> : null
    }
    default:
      return (
        <p>
          <Spans text={block.text} here={here} />
        </p>
      )
  }
}

function List({ block, here }: { block: Extract<Block, { kind: 'list' }>; here: string }) {
  const entries = block.entries.map(({ text, inner }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text does not change its order
    <li key={at}>
      <Spans text={text} here={here} />
      {inner.map((one, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text does not change its order
        <BlockView key={index} block={one} here={here} />
      ))}
    </li>
  ))
  return block.isOrdered ? <ol start={block.start}>{entries}</ol> : <ul>{entries}</ul>
}

function Table({ head, rows, here }: { head: string[]; rows: string[][]; here: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: wide tables are scrolled by keys
    <div className={styles.table} tabIndex={0} role="group">
      <table>
        <thead>
          <tr>
            {head.map((cell) => (
              <th key={cell} scope="col">
                <Spans text={cell} here={here} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.join('|')}>
              {row.map((cell, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: cells are told apart by column
                <td key={index}>
                  <Spans text={cell} here={here} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Spans({ text, here }: { text: string; here: string }): ReactNode {
  return readSpans(text).map((span, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a text does not change its order
    <SpanView key={index} span={span} here={here} />
  ))
}

function SpanView({ span, here }: { span: Span; here: string }) {
  switch (span.kind) {
    case 'code':
      return <code>{span.text}</code>
    case 'strong':
      return <strong>{span.text}</strong>
    case 'em':
      return <em>{span.text}</em>
    case 'key':
      return <kbd>{span.text}</kbd>
    case 'link':
      return <GuideLink text={span.text} to={span.to} here={here} />
    default:
      return span.text
  }
}

function GuideLink({ text, to, here }: { text: string; to: string; here: string }) {
  const target = targetOf(to, here, (name) => guideOf(name) !== undefined)
  if (target === null) return text
  if ('away' in target) {
    return (
      <a href={target.away} className="link" target="_blank" rel="noreferrer">
        {text}
      </a>
    )
  }
  return (
    <Link to="/help/$guide" params={{ guide: target.guide }} hash={target.id} className="link">
      {text}
    </Link>
  )
}
