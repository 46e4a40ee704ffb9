import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = process.env.PARTWRIGHT_SERVER ?? 'http://127.0.0.1:8000'

/** The host stays the browser's, else the server takes writes for foreign ones. */
const proxy = { '/api': { target: server, changeOrigin: false } }

/** The policy that the server sends, so that `vite preview` breaks where the server would. */
const policy = (
  JSON.parse(readFileSync('../src/partwright/page/policy.json', 'utf8')) as string[]
).join('; ')

/**
 * What most pages need comes with the shell, what every list needs in one piece, so that a page
 * is few requests; what only opens on demand stays apart.
 */
const groups = [
  {
    name: 'shell',
    test: new RegExp(
      [
        String.raw`src\/(records\/(?!pickers|form-dialog|meanwhile-dialog|record-row|star-button)|kit\/(?!grid\/|left-out|use-drop|palette|shortcut-sheet|combobox|form-fields)).*(?<!\.de\.json)$`,
        String.raw`src\/api\/(?!admin|reports|changes|workflows|comments|designs|programs|files|structure|batch|item-actions|context|imports|declared|own-account|views|versions|graph|requirement-links|live|inbox|exports|undo|models|sessions|registers|held-edit|search)`,
        String.raw`src\/lists\/use-address`,
        String.raw`node_modules\/(react|react-dom|scheduler)\/`,
        String.raw`node_modules\/@tanstack\/`,
        String.raw`lucide-react\/dist\/esm\/[A-Z]`,
        'preload-helper',
      ].join('|'),
    ),
    priority: 2,
  },
  {
    name: 'grid',
    test: /src\/kit\/grid\/.*(?<!\.de\.json)$/,
    priority: 1,
    includeDependenciesRecursively: false,
  },
  {
    name: 'list',
    test: /src\/lists\/(?!filter-panel|column-panel).*(?<!\.de\.json)$/,
    priority: 1,
    includeDependenciesRecursively: false,
  },
]

// biome-ignore lint/style/noDefaultExport: Vite reads it so
export default defineConfig({
  plugins: [react()],
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
