/** The pages of a PDF, drawn by pdf.js in a worker of its own. */

import * as pdf from 'pdfjs-dist'
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../kit/button'
import { scriptAddress } from '../kit/trusted'
import styles from './pdf.module.css'
import { t } from './texts'

type Loaded = { document: pdf.PDFDocumentProxy; task: pdf.PDFDocumentLoadingTask }

let worker: pdf.PDFWorker | undefined

/** One worker for all documents: one that goes with its document would take the next one's along. */
function sharedWorker(): pdf.PDFWorker {
  if (!worker) {
    const address = scriptAddress(workerAddress) as unknown as string
    const port = new Worker(address, { type: 'module' })
    worker = pdf.PDFWorker.create({ port, verbosity: pdf.VerbosityLevel.ERRORS })
  }
  return worker
}

function load(address: string): pdf.PDFDocumentLoadingTask {
  const verbosity = pdf.VerbosityLevel.ERRORS
  return pdf.getDocument({ url: address, enableXfa: false, worker: sharedWorker(), verbosity })
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
  if (isBroken) return <p className="muted">{t('unreadable')}</p>
  if (!loaded) return null
  const count = loaded.document.numPages
  return (
    <div className={styles.pages}>
      <PdfPage document={loaded.document} page={page} onBroken={setBroken} />
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

interface PdfPageProps {
  document: pdf.PDFDocumentProxy
  page: number
  onBroken: (isBroken: boolean) => void
}

function PdfPage({ document, page, onBroken }: PdfPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let drawing: pdf.RenderTask | undefined
    let isGone = false
    const draw = async () => {
      const sheet = await document.getPage(page)
      const target = canvas.current
      if (isGone || !target) return
      const base = sheet.getViewport({ scale: 1 })
      const width = Math.min(target.parentElement?.clientWidth ?? 800, 1200)
      const viewport = sheet.getViewport({ scale: (width / base.width) * window.devicePixelRatio })
      target.width = viewport.width
      target.height = viewport.height
      drawing = sheet.render({ canvas: target, viewport })
      await drawing.promise
    }
    draw().catch(() => isGone || onBroken(true))
    return () => {
      isGone = true
      drawing?.cancel()
    }
  }, [document, page, onBroken])
  return <canvas ref={canvas} className={styles.sheet} aria-label={t('preview')} role="img" />
}
