import { data, redirect } from 'react-router'
import { z } from 'zod'
import { listBankLists } from '#features/bank/lists/queries.server.ts'
import { languageOf } from '#messages/language.ts'
import { Refusal } from '#domain/refusal.ts'
import { actorOf, answer, requireSender, show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, speak, useT } from '#web/i18n.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { withFiles } from '../data/uploads.server.ts'
import type { Route } from './+types/import.ts'
import { BankDrop } from './bank-drop.tsx'
import { BankLists } from './bank-lists.tsx'
import { type Told, takeIn } from './take-in.server.ts'

export const loader = shows(async () => ({ lists: await listBankLists() }))

const importInput = z.object({
  account: z.string().trim().max(60, 'field.too-long').optional(),
  whole: z.literal('on').optional(),
})

/**
 * Each file goes in by itself, and what fits exactly is matched at once. When all went in, the list says the rest; a file that
 * was refused is named with its reason, here, and the others are in.
 */
export const action = ({ request, context }: Route.ActionArgs) =>
  show(async () => {
    requireSender({ request, context })
    const t = speak(languageOf(new URL(request.url).pathname))
    return withFiles(request, ({ form, files }) =>
      answer(
        request,
        importInput,
        async ({ account, whole }) => {
          const by = { actor: actorOf(context), now: context.get(requestContext).now }
          const choices = { ...(account ? { account } : {}), acceptUnproved: whole === 'on' }
          const told: Told[] = []
          for (const { name, bytes } of files) told.push(await takeIn({ name, bytes }, choices, by, t))
          if (told.length === 0) throw new Refusal('drop.empty')
          if (told.every(({ isRefused }) => !isRefused))
            return redirect(sameLanguage(request, `/admin/bank?done=saved`), 303)
          return data({ told }, 422)
        },
        form,
      ),
    )
  })

/** Where a statement that was refused says why; also a page of its own, for a link that says "drop here". */
export default function BankImportScreen({ loaderData: { lists }, actionData }: Route.ComponentProps) {
  const t = useT()
  const told = actionData && 'told' in actionData ? actionData.told : []
  const reply = actionData && !('told' in actionData) ? actionData : undefined
  return (
    <>
      <PageHead title={t('page.bank.drop.label')} back={{ to: '/admin/bank', label: t('page.bank.title') }} />
      <Page>
        {told.length > 0 ? (
          <Items label={t('page.bank.drop.outcomes')}>
            {told.map(({ name, says, isRefused, teach }) => (
              <Item
                key={name}
                heading="h2"
                title={name}
                acts={
                  teach ? <LinkButton to={`/admin/bank/lists/${teach}`}>{t('page.bank.lists.teach')}</LinkButton> : null
                }
              >
                <Words look={isRefused ? 'bad' : 'soft'}>{says}</Words>
              </Item>
            ))}
          </Items>
        ) : null}
        <BankDrop reply={reply} />
        <BankLists lists={lists} />
      </Page>
    </>
  )
}
