/** Makes a workflow or a lifecycle with two states, which the designer then fills. */

import { useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { mayDo, useMe } from '../api/account'
import { createWorkflow, workflowKeys } from '../api/workflows'
import { RecordDialog } from '../forms/form-dialog'
import { Button } from '../kit/button'
import { t } from './texts'

const BEGINNING = {
  states: [
    { id: 'draft', name: 'Draft', isInitial: true },
    { id: 'released', name: 'Released', isFinal: true },
  ],
  transitions: [{ id: 'release', name: 'Release', fromStateId: 'draft', toStateId: 'released' }],
  // Nothing follows it before somebody says so.
  isActive: false,
}

export function NewWorkflow() {
  const [isAsked, ask] = useState(false)
  const navigate = useNavigate()
  const reason = mayDo(useMe(), 'workflows.create') ? null : t('mayNotMakeWorkflows')
  return (
    <>
      <Button kind="primary" icon={Plus} reason={reason} onClick={() => ask(true)}>
        {t('newWorkflow')}
      </Button>
      {isAsked && (
        <RecordDialog
          title={t('newWorkflow')}
          action={t('newWorkflow')}
          uniqueField="name"
          onClose={() => ask(false)}
          fields={[
            { name: 'name', label: t('name'), kind: 'text', isRequired: true, maxLength: 500 },
            {
              name: 'definitionType',
              label: t('kind'),
              kind: 'choice',
              isRequired: true,
              choices: [
                { value: 'workflow', label: t('changeWorkflow') },
                { value: 'lifecycle', label: t('lifecycle') },
              ],
            },
          ]}
          write={{
            send: (fields, headers) => createWorkflow({ ...BEGINNING, ...fields }, headers),
            changes: [workflowKeys],
            done: (made) => t('workflowMade', { name: made.name }),
            onDone: (made) =>
              void navigate({ to: '/admin/workflows/$id', params: { id: made.id }, search: {} }),
          }}
        />
      )}
    </>
  )
}
