/** Saved views of a list: open one, save what is shown, delete one's own. */

import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { Bookmark, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useMe } from '../api/account'
import { keys } from '../api/keys'
import { deleteView, type View, viewsQuery } from '../api/views'
import { useWrite } from '../api/write'
import { late } from '../forms/late'
import { Button } from '../kit/button'
import { Menu, MenuItem, MenuLabel, MenuLine } from '../kit/menu'
import { t } from './texts'

const SaveViewDialog = late(async () => (await import('./save-view-dialog')).SaveViewDialog)

/** What a view keeps of the address: all but the inspector and itself. */
function viewQuery(search: string): string {
  const params = new URLSearchParams(search)
  params.delete('peek')
  params.delete('view')
  return params.toString()
}

export function ViewMenu() {
  const { pathname, searchStr } = useLocation()
  const page = pathname.slice(1)
  const views = useQuery(viewsQuery(page)).data ?? []
  const [isSaving, setSaving] = useState(false)
  const me = useMe()
  const navigate = useNavigate()
  const query = viewQuery(searchStr)
  const shown = views.find((view) => view.query === query)
  const remove = useWrite({
    send: (id: string, headers) => deleteView(id, headers),
    changes: [keys.views],
  })
  const open = (view: View) => {
    const search = Object.fromEntries(new URLSearchParams(view.query))
    void navigate({ to: '.', search })
  }
  const opener = (
    <Button icon={Bookmark} kind="quiet">
      {shown?.name ?? t('views')}
    </Button>
  )
  return (
    <>
      <Menu label={t('views')} opener={opener}>
        {views.length > 0 && <MenuLabel>{t('views')}</MenuLabel>}
        {views.map((view) => (
          <MenuItem
            key={view.id}
            isChecked={view === shown}
            note={view.isShared ? t('sharedBy', { name: view.owner.name }) : undefined}
            onSelect={() => open(view)}
          >
            {view.name}
          </MenuItem>
        ))}
        {views.length > 0 && <MenuLine />}
        <MenuItem icon={Plus} onSelect={() => setSaving(true)}>
          {t('saveView')}
        </MenuItem>
        {shown && shown.owner.id === me?.id && (
          <MenuItem icon={Trash2} onSelect={() => remove.mutate(shown.id)}>
            {t('deleteView', { name: shown.name })}
          </MenuItem>
        )}
      </Menu>
      {isSaving && <SaveViewDialog page={page} query={query} onClose={() => setSaving(false)} />}
    </>
  )
}
