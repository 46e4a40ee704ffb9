/** What the first page of an address needs, told by the server beside the document: see preloads.json. */

import { readFileSync } from 'node:fs'
import type { Plugin, Rolldown } from 'vite'

interface Page {
  /** Its address; `*` stands for one segment. */
  page: string
  /** Loaded on demand: by their paths, the first needed first. */
  modules: string[]
  /** Read from the server; `*` is that segment of the address. */
  asks: string[]
}

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>

/**
 * Writes preloads.json: the values of the header `Link` for each page. The browser then loads what is
 * loaded on demand beside the frame and not after it.
 */
export function preloads(source: string): Plugin {
  return {
    name: 'preloads',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks: Chunks = new Map(
        Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one]] : [])),
      )
      const entries = [...chunks.values()].filter((chunk) => chunk.isEntry)
      const frame = filesOf(
        chunks,
        entries.map((chunk) => chunk.fileName),
      )
      const pages = JSON.parse(readFileSync(source, 'utf8')) as Page[]
      const links = pages.map(({ page, modules, asks }) => {
        const files = modules.map((path) => fileOf(chunks, path))
        return {
          page,
          asks: asks.map((path) => `<${path}>; rel=preload; as=fetch; crossorigin`),
          // The frame before the page, which waits for it.
          links: filesOf(chunks, [...frame, ...files]).map(linkTo),
        }
      })
      const text = JSON.stringify(links)
      this.emitFile({ type: 'asset', fileName: 'preloads.json', source: text })
    },
  }
}

function fileOf(chunks: Chunks, path: string): string {
  const found = [...chunks.values()].find(({ facadeModuleId: id }) => id?.endsWith(`/${path}`))
  if (!found) throw new Error(`preloads.json: ${path} is not loaded on demand`)
  return found.fileName
}

/** The scripts, what they import at once, and their styles; those first that others wait for. */
function filesOf(chunks: Chunks, files: readonly string[]): string[] {
  const found = new Set(files)
  for (const file of found) for (const one of chunks.get(file)?.imports ?? []) found.add(one)
  const styles = [...found].flatMap((file) => [
    ...(metadataOf(chunks.get(file))?.importedCss ?? []),
  ])
  return [...found, ...new Set(styles)]
}

function metadataOf(chunk: Rolldown.OutputChunk | undefined) {
  return (chunk as { viteMetadata?: { importedCss: Set<string> } } | undefined)?.viteMetadata
}

function linkTo(file: string): string {
  return file.endsWith('.css')
    ? `</${file}>; rel=preload; as=style; crossorigin`
    : `</${file}>; rel=modulepreload`
}
