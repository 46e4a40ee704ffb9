import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = process.env.PARTWRIGHT_SERVER ?? 'http://127.0.0.1:8000'

/** The host stays the browser's, else the server takes writes for foreign ones. */
const proxy = { '/api': { target: server, changeOrigin: false } }

/** The policy that the server sends; here so that `vite preview` breaks where the server would. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self' blob:",
  "worker-src 'self' blob:",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types partwright',
].join('; ')

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
  },
  server: { proxy },
  preview: {
    proxy,
    headers: { 'content-security-policy': policy },
  },
})
