import { firstOf } from '#domain/certain.ts'
import { readNumber } from '#domain/record-id.ts'
import { undoImport, undoTogether } from '#features/imports/undoings/commands.server.ts'
import { type Undoing, previewTogether, previewUndo } from '#features/imports/undoings/queries.server.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { Bullets } from '#web/ui/layout.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/undo.ts'

/** Whether the page was asked right after a drop: then it concerns everything that came with this file. */
const isTogether = ({ url }: { url: string }) => new URL(url).searchParams.has('together')

export const loader = shows(async ({ request, params }: Route.LoaderArgs) => {
  const id = readNumber(params.id)
  const together = isTogether(request) ? await previewTogether(id) : []
  return { undoings: together.length > 0 ? together.toReversed() : [await previewUndo(id)] }
})

export const action = confirms('import.undo', async (change, { request, params }: Route.ActionArgs) => {
  const id = readNumber(params.id)
  if (!isTogether(request)) {
    await undoImport(change, id)
    return `/admin/data/imports/${id}`
  }
  await undoTogether(change, id)
  return '/admin/data?done=undone'
})

const PARTS = ['reversed', 'kept', 'restored'] as const

/** What is removed, what stays and what counts again, before it happens. */
export default function UndoScreen({ loaderData: { undoings } }: Route.ComponentProps) {
  const t = useT()
  const { name } = firstOf(undoings)
  const isOne = undoings.length === 1
  return (
    <SmallAct
      record={isOne ? name : t('page.data.title')}
      from={t(isOne ? 'common.back' : 'page.data.title')}
      {...(isOne ? {} : { back: '/admin/data' })}
      facts={{ files: undoings.map((undoing) => undoing.name).join(', ') }}
      question={isOne ? t('page.data.undo.action') : t('page.data.undo.together', { count: undoings.length })}
      effect={isOne ? effectOf(firstOf(undoings), t) : <Effects undoings={undoings} />}
      buttonWords={t('page.data.undo.submit')}
      unchanged={t(isOne ? 'page.data.undo.history' : 'page.data.undo.histories')}
    />
  )
}

function Effects({ undoings }: { undoings: readonly Undoing[] }) {
  const t = useT()
  return (
    <Bullets>
      {undoings.map((undoing) => (
        <li key={undoing.id}>
          {undoing.name}: {effectOf(undoing, t)}
        </li>
      ))}
    </Bullets>
  )
}

function effectOf(undoing: Undoing, t: ReturnType<typeof useT>): string {
  const parts = PARTS.filter((part) => undoing[part].rows > 0)
  if (parts.length === 0) return t('page.data.undo.nothing')
  return parts
    .map((part) => {
      const { rows, amount } = undoing[part]
      return t(`page.data.undo.${part}`, { count: rows, amount: formatMoney(amount, t.language) })
    })
    .join(' ')
}
