import { data, redirect } from 'react-router'
import { z } from 'zod'
import { listBankLists } from '#features/bank/lists/queries.server.ts'
import { listSpellings } from '#features/bank/spellings/queries.server.ts'
import { accountNumber } from '#features/bank/schema.ts'
import { languageOf } from '#messages/language.ts'
import { Refusal } from '#domain/refusal.ts'
import { actorOf, answer, requireSender, show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, translatorFor, useT } from '#web/i18n.tsx'
import { shows } from '#web/screen.server.ts'
import { Page } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { withFiles } from '../data/uploads.server.ts'
import type { Route } from './+types/import.ts'
import { BankDrop } from './bank-drop.tsx'
import { BankLists } from './bank-lists.tsx'
import { BankSpellings } from './bank-spellings.tsx'
import { Outcomes } from './outcomes.tsx'
import { type FileOutcome, broughtPlace, importAndMatch } from './import-and-match.server.ts'

export const loader = shows(async () => ({ lists: await listBankLists(), spellings: await listSpellings() }))

const importInput = z.object({
  account: accountNumber.optional(),
  whole: z.literal('on').optional(),
  days: z.literal('on').optional(),
})

/**
 * Imports each file by itself, and matches exact payments at once. If all were imported, the list shows the result; if a file
 * was refused, this page names it with its reason, and the others are imported.
 */
export const action = ({ request, context }: Route.ActionArgs) =>
  show(async () => {
    requireSender({ request, context })
    const t = translatorFor(languageOf(new URL(request.url).pathname))
    return withFiles(request, ({ form, files }) =>
      answer(
        request,
        importInput,
        async ({ account, whole, days }) => {
          const by = { actor: actorOf(context), now: context.get(requestContext).now }
          const accepted = { acceptUnproved: whole === 'on', acceptDays: days === 'on' }
          const choices = { ...(account ? { account } : {}), ...accepted }
          const outcomes: FileOutcome[] = []
          for (const { name, bytes } of files) outcomes.push(await importAndMatch({ name, bytes }, choices, by, t))
          if (outcomes.length === 0) throw new Refusal('drop.empty')
          if (outcomes.some(({ isRefused }) => isRefused)) return data({ outcomes }, 422)
          // Report here if statements do not meet, or if a file had nothing new.
          if (outcomes.some(({ gaps, statements }) => gaps.length > 0 || statements.length === 0))
            return data({ outcomes })
          return redirect(sameLanguage(request, broughtPlace(outcomes)), 303)
        },
        form,
      ),
    )
  })

/** The reasons why a statement was refused; also a page of its own, for links that say "drop here". */
export default function BankImportScreen({ loaderData: { lists, spellings }, actionData }: Route.ComponentProps) {
  const t = useT()
  const outcomes = actionData && 'outcomes' in actionData ? actionData.outcomes : []
  const reply = actionData && !('outcomes' in actionData) ? actionData : undefined
  return (
    <>
      <PageHead title={t('page.bank.drop.label')} back={{ to: '/admin/bank', label: t('page.bank.title') }} />
      <Page>
        {outcomes.length > 0 ? <Outcomes outcomes={outcomes} /> : null}
        <BankSpellings spellings={spellings.filter(({ isWaiting }) => isWaiting)} />
        <BankDrop reply={reply} />
        <BankLists lists={lists} />
      </Page>
    </>
  )
}
