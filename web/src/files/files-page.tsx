/** The list of all files. */

import { Link } from '@tanstack/react-router'
import { Files } from 'lucide-react'
import { useMemo } from 'react'
import { downloadAddress } from '../api/file-addresses'
import { type FileRecord, listFiles } from '../api/files'
import { formatBytes } from '../kit/bytes'
import { formatWhen } from '../kit/format'
import type { Column } from '../kit/grid/columns'
import { type ListDefinition, PAGE_SIZE } from '../lists/definition'
import { ListPage } from '../lists/list-page'
import type { FilterField, ListQuery } from '../lists/query'
import { TwoLines } from '../records/two-lines'
import { FilePicture } from './file-picture'
import styles from './files.module.css'
import { t } from './texts'

export function FilesPage() {
  const list = useMemo(() => fileList(), [])
  return <ListPage list={list} />
}

function itemFiles(file: FileRecord): string {
  return `/items/${file.itemId}/files?file=${file.id}`
}

function fileList(): ListDefinition<FileRecord> {
  return {
    kind: 'files',
    title: t('files'),
    icon: Files,
    columns: fileColumns(),
    filters: fileFilters(),
    defaultSort: 'modifiedAt:desc',
    searchLabel: t('searchName'),
    fetchPage: ({ search, sort, filters }: ListQuery, page: number) =>
      listFiles({ search, sort: sort ?? 'modifiedAt:desc', ...filters, page, limit: PAGE_SIZE }),
    keyOf: (file) => file.id,
    addressOf: itemFiles,
    narrow: (file) => (
      <TwoLines
        number={t('version', { version: file.version })}
        name={file.originalFileName}
        more={formatBytes(file.fileSize)}
      />
    ),
    inspect: (file) => (
      <div className={styles.glance}>
        <h2>{file.originalFileName}</h2>
        <FilePicture key={file.id} file={file} />
        <a href={downloadAddress(file)} download={file.originalFileName} className="link">
          {t('download')}
        </a>
      </div>
    ),
    empty: { title: t('emptyTitle'), note: t('emptyNote') },
  }
}

function fileFilters(): FilterField[] {
  return [
    { field: 'originalFileName', label: t('name'), kind: 'text' },
    { field: 'mimeType', label: t('type'), kind: 'text' },
    { field: 'fileSize', label: t('sizeBytes'), kind: 'number' },
    { field: 'version', label: t('versionShort'), kind: 'number' },
    { field: 'checkedOutBy', label: t('holder'), kind: 'text' },
    { field: 'modifiedAt', label: t('changed'), kind: 'date' },
    { field: 'createdAt', label: t('addedAt'), kind: 'date' },
  ]
}

function fileColumns(): Column<FileRecord>[] {
  return [
    {
      id: 'originalFileName',
      label: t('name'),
      width: 320,
      grows: true,
      sort: 'originalFileName',
      text: (file) => file.originalFileName,
      render: (file) => (
        <Link to={itemFiles(file)} tabIndex={-1}>
          {file.originalFileName}
        </Link>
      ),
    },
    {
      id: 'version',
      label: t('versionShort'),
      width: 90,
      sort: 'version',
      align: 'end',
      text: (file) => String(file.version),
    },
    {
      id: 'fileSize',
      label: t('size'),
      sort: 'fileSize',
      width: 100,
      align: 'end',
      text: (file) => formatBytes(file.fileSize),
    },
    {
      id: 'mimeType',
      label: t('type'),
      width: 220,
      sort: 'mimeType',
      text: (file) => file.mimeType,
      render: (file) => <span className="muted">{file.mimeType}</span>,
    },
    {
      id: 'holder',
      label: t('holder'),
      width: 160,
      sort: 'checkedOutBy',
      text: (file) => file.checkedOutBy?.name ?? '',
    },
    {
      id: 'modifiedAt',
      label: t('changed'),
      width: 110,
      sort: 'modifiedAt',
      text: (file) => file.modifiedAt,
      render: (file) => <span className="muted figures">{formatWhen(file.modifiedAt)}</span>,
    },
  ]
}
