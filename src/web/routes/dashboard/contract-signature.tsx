import { Refusal } from '#domain/refusal.ts'
import { refuseContract, signContract } from '#features/contracts/commands.server.ts'
import { getContract } from '#features/contracts/queries.server.ts'
import { ownContractAct } from '#features/contracts/schema.ts'
import { formatTime } from '#messages/dates.ts'
import { translator } from '#messages/translate.ts'
import { show, submit } from '#web/answer.server.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { Confirmed, ContractText, SigningFields } from '#web/parts/contract-parts.tsx'
import { ownDriver, requireRecentSignIn, requireUser, sessionOf } from '#web/session.server.ts'
import { signingOf } from '#web/signing.server.ts'
import { Card, Section, Stack } from '#web/ui/card.tsx'
import { TextareaField } from '#web/ui/fields.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/contract-signature.ts'

export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    const contract = await getContract(params.contract, ownDriver(context))
    if (contract.state !== 'sent') throw new Refusal('contract.moved-on')
    // A form with a drawing cannot wait for a confirmation: the reader says who they are before the page opens.
    if (sessionOf(context)?.viewing == null) requireRecentSignIn(context)
    return {
      contract,
      phrase: translator(contract.language)('page.contracts.phrase.driver'),
      account: requireUser(context).email,
      confirmedAt: sessionOf(context)?.signedInAt.toString() ?? null,
    }
  })

export const action = ({ request, context, params }: Route.ActionArgs) =>
  submit(
    { request, context },
    ({ intent }) => `contract.${intent}`,
    ownContractAct,
    async (act, deed) => {
      const driver = ownDriver(context)
      if (act.intent === 'refuse') await refuseContract(deed, driver, params.contract, act.reason)
      else await signContract(deed, driver, params.contract, signingOf({ request, context }, act))
      return sameLanguage(request, `/dashboard/contracts/${params.contract}?done=${act.intent}`)
    },
  )

/** The whole text, and below it what signing asks for: phrase, name, a drawing; or the way to refuse. */
export default function SignContractScreen({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT()
  const { contract, phrase, account, confirmedAt } = loaderData
  const answered = (intent: string) => (actionData?.values['intent'] === intent ? actionData : undefined)
  return (
    <>
      <PageHead
        title={t(`page.contracts.kinds.${contract.kind}`)}
        detail={t('page.contracts.one', { number: contract.number })}
        back={{ to: '/dashboard/contracts', label: t('page.contracts.back') }}
      />
      <Page width="narrow">
        <Stack>
          <Words>{t('page.contracts.sign.text')}</Words>
          <ContractText text={contract.body} language={contract.language} />
          <Card title={t('page.contracts.sign.title')}>
            <Form reply={answered('sign')} encType="multipart/form-data">
              <input type="hidden" name="intent" value="sign" />
              <SigningFields whose="driver" name={contract.driver.name} phrase={phrase} />
              {account && confirmedAt ? <Confirmed account={account} at={formatTime(confirmedAt)} /> : null}
              <div>
                <SubmitButton>{t('page.contracts.sign.submit')}</SubmitButton>
              </div>
            </Form>
          </Card>
          <Section title={t('page.contracts.refuse.title')}>
            <Form reply={answered('refuse')}>
              <input type="hidden" name="intent" value="refuse" />
              <TextareaField
                name="reason"
                label={t('page.contracts.refuse.reason')}
                rows={2}
                maxLength={300}
                required
              />
              <div>
                <SubmitButton kind="outlined">{t('page.contracts.refuse.submit')}</SubmitButton>
              </div>
            </Form>
          </Section>
        </Stack>
      </Page>
    </>
  )
}
