/** One file: what it is, who has it, what can be done. */

import {
  Box,
  Download,
  Ellipsis,
  File as FileIcon,
  FileImage,
  FileText,
  LogIn,
  type LucideIcon,
  PencilLine,
  Trash2,
  Undo2,
} from 'lucide-react'
import { useState } from 'react'
import { useMe } from '../api/account'
import { downloadAddress } from '../api/file-addresses'
import { actOnFile, type FileRecord } from '../api/files'
import { keys } from '../api/keys'
import { useWrite } from '../api/write'
import { buttonClass, IconButton } from '../kit/button'
import { formatBytes } from '../kit/bytes'
import { formatWhen } from '../kit/format'
import { Menu, MenuItem } from '../kit/menu'
import { CheckInDialog, DeleteFileDialog, VersionsDialog } from './file-dialogs'
import { type FileKind, fileKind } from './file-kind'
import { usePicture } from './file-picture'
import styles from './files.module.css'
import { t } from './texts'

interface FileRowProps {
  file: FileRecord
  isChosen: boolean
  reason: string | null
  onChoose: () => void
}

const ICONS: Readonly<Record<FileKind, LucideIcon>> = {
  image: FileImage,
  pdf: FileText,
  text: FileText,
  cad: Box,
  other: FileIcon,
}

export function FileRow({ file, isChosen, reason, onChoose }: FileRowProps) {
  const me = useMe()
  const holder = file.checkedOutBy
  const isMine = holder?.id === me?.id
  return (
    <li className={styles.file} data-chosen={isChosen}>
      <Tile file={file} />
      <div>
        <button type="button" className={styles.name} aria-pressed={isChosen} onClick={onChoose}>
          {file.originalFileName}
        </button>
        <div className={styles.facts}>
          <span>{t('version', { version: file.version })}</span>
          <span>{formatBytes(file.fileSize)}</span>
          <span>{formatWhen(file.modifiedAt)}</span>
          {file.isPrimary && <span>{t('primary')}</span>}
          {holder && (
            <span className={styles.held}>
              {isMine ? t('heldByYou') : t('heldBy', { name: holder.name })}
            </span>
          )}
        </div>
      </div>
      <FileTools file={file} reason={reason} isMine={isMine} />
    </li>
  )
}

function Tile({ file }: { file: FileRecord }) {
  const [isBroken, setBroken] = useState(false)
  const { address } = usePicture(file)
  const Icon = ICONS[fileKind(file)]
  return (
    <span className={styles.tile} aria-hidden>
      {address && !isBroken ? (
        <img
          src={address}
          alt=""
          loading="lazy"
          draggable={false}
          onError={() => setBroken(true)}
        />
      ) : (
        <Icon size={18} />
      )}
    </span>
  )
}

type Asked = 'checkIn' | 'delete' | 'versions'

function FileTools(props: { file: FileRecord; reason: string | null; isMine: boolean }) {
  const { file, reason, isMine } = props
  const [asked, ask] = useState<Asked | null>(null)
  const name = file.originalFileName
  const act = useWrite({
    send: (deed: 'checkout' | 'unlock', headers) => actOnFile(file, deed, headers),
    changes: [keys.item(file.itemId), keys.files],
    done: (_, deed) => (deed === 'checkout' ? t('checkedOut', { name }) : t('checkedIn', { name })),
  })
  const holder = file.checkedOutBy
  const foreign = holder && !isMine ? t('heldBy', { name: holder.name }) : null
  const off = foreign ?? reason
  const close = () => ask(null)
  const opener = <IconButton icon={Ellipsis} label={t('more', { name })} />
  return (
    <div className={styles.tools}>
      <a
        className={buttonClass({ kind: 'quiet' })}
        href={downloadAddress(file)}
        download={name}
        aria-label={`${t('download')}: ${name}`}
        title={t('download')}
      >
        <Download size={15} />
      </a>
      <Menu label={t('more', { name })} opener={opener} align="end">
        {isMine ? (
          <>
            <MenuItem icon={LogIn} onSelect={() => ask('checkIn')}>
              {t('checkIn')}
            </MenuItem>
            <MenuItem icon={Undo2} onSelect={() => act.mutate('unlock')}>
              {t('release')}
            </MenuItem>
          </>
        ) : (
          <MenuItem icon={PencilLine} reason={off} onSelect={() => act.mutate('checkout')}>
            {t('checkOut')}
          </MenuItem>
        )}
        <MenuItem icon={FileText} onSelect={() => ask('versions')}>
          {t('versions')}
        </MenuItem>
        <MenuItem icon={Trash2} reason={off} onSelect={() => ask('delete')}>
          {t('delete')}
        </MenuItem>
      </Menu>
      {asked === 'checkIn' && <CheckInDialog file={file} onClose={close} />}
      {asked === 'delete' && <DeleteFileDialog file={file} onClose={close} />}
      {asked === 'versions' && <VersionsDialog file={file} onClose={close} />}
    </div>
  )
}
