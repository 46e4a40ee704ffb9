/** Looks into a file without downloading it: pictures, text, drawings of models. */

import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { downloadAddress } from '../api/file-addresses'
import type { FileRecord } from '../api/files'
import { Problem } from '../api/problem'
import { buttonClass } from '../kit/button'
import { Skeleton } from '../kit/skeleton'
import { fileKind } from './file-kind'
import { usePicture } from './file-picture'
import styles from './files.module.css'
import { t } from './texts'

const PdfPreview = lazy(() => import('./pdf-preview').then((m) => ({ default: m.PdfPreview })))

export function Preview({ file }: { file: FileRecord }) {
  return (
    <section className={styles.preview} aria-label={t('preview')}>
      <header>
        <h2 className="truncate">{file.originalFileName}</h2>
        <a
          className={buttonClass({})}
          href={downloadAddress(file)}
          download={file.originalFileName}
        >
          <Download size={14} />
          {t('download')}
        </a>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by key */}
      <div className={styles.stage} tabIndex={0} role="region" aria-label={file.originalFileName}>
        <Content key={file.id + file.version} file={file} />
      </div>
    </section>
  )
}

function Content({ file }: { file: FileRecord }) {
  const kind = fileKind(file)
  if (kind === 'text') return <TextPreview file={file} />
  if (kind === 'pdf') {
    return (
      <Suspense fallback={<Skeleton width={200} />}>
        <PdfPreview address={downloadAddress(file)} />
      </Suspense>
    )
  }
  return <PicturePreview file={file} />
}

function PicturePreview({ file }: { file: FileRecord }) {
  const [isBroken, setBroken] = useState(false)
  const { address, isAwaited, isTorn, reason } = usePicture(file)
  if (isAwaited) {
    return (
      <p className="muted" role="status">
        {t('beingRead')}
      </p>
    )
  }
  if (isTorn) return <p className="muted">{t('unreadable')}</p>
  if (reason) return <p className="muted">{reason}</p>
  if (!address || isBroken) return <p className="muted">{t('noPreview')}</p>
  const alt = t('picture', { name: file.originalFileName })
  return <img src={address} alt={alt} draggable={false} onError={() => setBroken(true)} />
}

const TEXT_BYTES = 200_000

async function beginningOf(file: FileRecord): Promise<string> {
  const headers = { range: `bytes=0-${TEXT_BYTES - 1}` }
  const response = await fetch(downloadAddress(file), { headers })
  if (!response.ok) throw await Problem.of(response)
  return (await response.text()).slice(0, TEXT_BYTES)
}

function TextPreview({ file }: { file: FileRecord }) {
  const text = useQuery({
    queryKey: ['file-text', file.id, file.version],
    queryFn: () => beginningOf(file),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (text.isPending) return <Skeleton width={260} />
  if (text.error) return <p className="muted">{t('noPreview')}</p>
  return (
    <>
      <pre>{text.data}</pre>
      {file.fileSize > TEXT_BYTES && <p className="muted">{t('cut')}</p>}
    </>
  )
}
