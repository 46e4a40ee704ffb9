/** Reads the code of a label through the camera, and leads to what it names. */

import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { Dialog, DialogBody } from '../kit/dialog'
import { readLabel } from './label-text'
import styles from './scan.module.css'
import { t } from './texts'

interface Detector {
  detect(source: HTMLVideoElement): Promise<readonly { rawValue: string }[]>
}

declare global {
  // The types of the language do not know it yet.
  var BarcodeDetector: (new (options: { formats: readonly string[] }) => Detector) | undefined
}

const FORMATS = ['qr_code', 'data_matrix', 'code_128']
const LOOK_MS = 200

type Failure = 'noDetector' | 'noCamera'

export function ScanDialog({ onClose }: { onClose: () => void }) {
  const video = useRef<HTMLVideoElement>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const go = useNavigate()
  useEffect(() => {
    const leaving = new AbortController()
    const found = (content: string) => {
      const read = readLabel(content)
      if ('number' in read) void go({ to: '/items/$ref', params: { ref: read.number }, search: {} })
      else void go({ to: '/search', search: { q: read.text }, replace: true })
    }
    watch(video.current, leaving.signal)
      .then((content) => content !== null && found(content))
      .catch((error: unknown) => {
        if (!leaving.signal.aborted) setFailure(error === NO_DETECTOR ? 'noDetector' : 'noCamera')
      })
    return () => leaving.abort()
  }, [go])
  return (
    <Dialog title={t('scan')} onClose={onClose}>
      <DialogBody>
        {failure === null && (
          <>
            <video
              ref={video}
              className={styles.video}
              muted
              playsInline
              aria-label={t('camera')}
            />
            <p className="muted">{t('scanNote')}</p>
          </>
        )}
        {failure !== null && <p role="alert">{t(failure)}</p>}
      </DialogBody>
    </Dialog>
  )
}

const NO_DETECTOR = new Error('This browser reads no codes.')

/** The first code that is seen; null where one left before. The camera is off afterwards. */
async function watch(video: HTMLVideoElement | null, signal: AbortSignal): Promise<string | null> {
  if (!globalThis.BarcodeDetector || !video) throw NO_DETECTOR
  const detector = new globalThis.BarcodeDetector({ formats: FORMATS })
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  try {
    video.srcObject = stream
    await video.play()
    while (!signal.aborted) {
      const [code] = await detector.detect(video).catch(() => [])
      if (code) return code.rawValue
      await new Promise((wake) => setTimeout(wake, LOOK_MS))
    }
    return null
  } finally {
    for (const track of stream.getTracks()) track.stop()
  }
}
