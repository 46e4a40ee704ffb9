/** The pages of a PDF, drawn by pdf.js in a worker of its own. */

import * as pdf from 'pdfjs-dist'
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../kit/button'
import { scriptAddress } from '../kit/trusted'
import styles from './pdf.module.css'
import { t } from './texts'

type Loaded = { document: pdf.PDFDocumentProxy; task: pdf.PDFDocumentLoadingTask }

function load(address: string): pdf.PDFDocumentLoadingTask {
  if (!pdf.GlobalWorkerOptions.workerPort) {
    const worker = new Worker(scriptAddress(workerAddress) as unknown as string, { type: 'module' })
    pdf.GlobalWorkerOptions.workerPort = worker
  }
  return pdf.getDocument({ url: address, enableXfa: false })
}

export function PdfPreview({ address }: { address: string }) {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [isBroken, setBroken] = useState(false)
  const [page, setPage] = useState(1)
  useEffect(() => {
    const task = load(address)
    task.promise.then(
      (document) => setLoaded({ document, task }),
      () => setBroken(true),
    )
    return () => void task.destroy()
  }, [address])
  if (isBroken) return <p className="muted">{t('noPreview')}</p>
  if (!loaded) return null
  const count = loaded.document.numPages
  return (
    <div className={styles.pages}>
      <PdfPage document={loaded.document} page={page} />
      {count > 1 && (
        <nav className={styles.pager}>
          <Button onClick={() => setPage(Math.max(1, page - 1))} aria-label={t('previousPage')}>
            ←
          </Button>
          <span className="figures">{t('page', { page, count })}</span>
          <Button onClick={() => setPage(Math.min(count, page + 1))} aria-label={t('nextPage')}>
            →
          </Button>
        </nav>
      )}
    </div>
  )
}

function PdfPage({ document, page }: { document: pdf.PDFDocumentProxy; page: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let drawing: pdf.RenderTask | undefined
    let isGone = false
    void document.getPage(page).then((sheet) => {
      const target = canvas.current
      if (isGone || !target) return
      const base = sheet.getViewport({ scale: 1 })
      const width = Math.min(target.parentElement?.clientWidth ?? 800, 1200)
      const viewport = sheet.getViewport({ scale: (width / base.width) * window.devicePixelRatio })
      target.width = viewport.width
      target.height = viewport.height
      drawing = sheet.render({ canvas: target, viewport })
      drawing.promise.catch(() => {})
    })
    return () => {
      isGone = true
      drawing?.cancel()
    }
  }, [document, page])
  return <canvas ref={canvas} className={styles.sheet} aria-label={t('preview')} role="img" />
}
