import { data, redirect } from 'react-router'
import { carryOut } from '#features/audit/commands.server.ts'
import { setUpBankList } from '#features/bank/lists/commands.server.ts'
import { getBankList } from '#features/bank/lists/queries.server.ts'
import { keepInput, readBankSetupInput } from '#features/bank/lists/schema.ts'
import { languageOf } from '#messages/language.ts'
import { actorOf, answer, requireSender, show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, translatorFor, useT } from '#web/i18n.tsx'
import { shows } from '#web/screen.server.ts'
import { Stack } from '#web/ui/card.tsx'
import { Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/teach.ts'
import { broughtPlace, importAndMatch } from './import-and-match.server.ts'
import { lookAgain } from './teach.server.ts'
import { TeachBankForm } from './teach-form.tsx'
import { TeachBankResult } from './teach-result.tsx'

export const loader = shows(({ request, params }: Route.LoaderArgs) =>
  lookAgain(params.id, new URL(request.url).searchParams),
)

/** Saves the answers in the address, so that it saves exactly what the person saw; then imports the file with them. */
export const action = ({ request, params, context }: Route.ActionArgs) =>
  show(async () => {
    requireSender({ request, context })
    const t = translatorFor(languageOf(new URL(request.url).pathname))
    return answer(request, keepInput, async ({ whole }) => {
      const by = { actor: actorOf(context), now: context.get(requestContext).now }
      const { file } = await getBankList(params.id)
      await carryOut({ ...by, action: 'bank-list.teach' }, async (change) => {
        await setUpBankList(change, params.id, readBankSetupInput(new URL(request.url).searchParams))
        return null
      })
      const outcome = await importAndMatch(file, { acceptUnproved: whole === 'on' }, by, t)
      if (outcome.isRefused) return data({ outcome }, 422)
      return redirect(sameLanguage(request, broughtPlace([outcome])), 303)
    })
  })

/** A bank's list that nobody knows: a person says what each column is, sees how the list reads, and it is imported. */
export default function TeachBankScreen({ loaderData: view, actionData }: Route.ComponentProps) {
  const t = useT()
  const outcome = actionData && 'outcome' in actionData ? actionData.outcome : null
  const reply = actionData && !('outcome' in actionData) ? actionData : undefined
  return (
    <>
      <PageHead
        title={t('page.bank.lists.head')}
        subtitle={t('page.bank.lists.text')}
        back={{ to: '/admin/bank/import', label: t('page.bank.drop.label') }}
      />
      <Stack>
        {outcome ? <Words look="bad">{outcome.says}</Words> : null}
        <TeachBankForm view={view} />
        <TeachBankResult view={view} reply={reply} />
      </Stack>
    </>
  )
}
