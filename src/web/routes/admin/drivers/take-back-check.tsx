import { Refusal } from '#domain/refusal.ts'
import { takeBackIbanCheck } from '#features/oversight/second-person/commands.server.ts'
import { listCheckedIbans } from '#features/oversight/second-person/queries.server.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/take-back-check.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const [iban] = await listCheckedIbans({ driver: params.id })
  if (!iban) throw new Refusal('record.not-found')
  return { masked: iban.masked, holder: iban.holder, at: iban.at, by: iban.by.name, isInFile: iban.isInFile }
})

export const action = confirms('iban.uncheck', async (change, { params }: Route.ActionArgs) => {
  await takeBackIbanCheck(change, params.id)
  return '/admin/second-person?done=unchecked'
})

/** Takes back the check of an IBAN that was a mistake, until a bank file was made with it. */
export default function TakeBackCheckScreen({
  loaderData: { masked, holder, at, by, isInFile },
}: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      facts={{ account: masked, person: holder, at: formatInstant(at, t.language), by }}
      question={t('page.secondPerson.checked.question')}
      effect={t('page.secondPerson.checked.effect')}
      buttonWords={t('page.secondPerson.checked.submit')}
      barred={isInFile ? t('errors.two-people.iban-in-file') : null}
    />
  )
}
