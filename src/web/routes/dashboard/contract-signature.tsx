import { redirect, useSearchParams } from 'react-router'
import { maskEmail } from '#domain/identifiers.ts'
import { tryCode } from '#features/contracts/codes/commands.server.ts'
import { findCode } from '#features/contracts/codes/queries.server.ts'
import { askForCode, refuseContract, signContract } from '#features/contracts/signing/commands.server.ts'
import { getContract } from '#features/contracts/queries.server.ts'
import { ownContractAct } from '#features/contracts/schema.ts'
import { formatTime } from '#messages/dates.ts'
import { translator } from '#messages/translate.ts'
import { show, submit } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Confirmed, ContractText, RefuseForm, SignForm } from '#web/parts/contract-parts.tsx'
import { ownDriver, requireRecentSignIn, requireUser, sessionOf } from '#web/session.server.ts'
import { signingCodeAddress, driverSigningOf } from '#web/signing.server.ts'
import { Stack } from '#web/ui/card.tsx'
import { Links, Page, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/contract-signature.ts'

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  show(async () => {
    const contract = await getContract(params.contract, ownDriver(context))
    // It is signed, refused or over: the way back after signing leads here too.
    if (contract.state !== 'sent') throw redirect(sameLanguage(request, `/dashboard/contracts/${contract.id}`), 303)
    const to = await signingCodeAddress(context)
    // A form with a drawing cannot be held for a confirmation, so the reader confirms who they are before the page
    // opens.
    if (to === null && sessionOf(context)?.viewing == null) requireRecentSignIn(context)
    return {
      contract,
      phrase: translator(contract.language)('page.contracts.phrase.driver'),
      code:
        to === null ? null : { to: maskEmail(to), sent: await findCode(contract.id, context.get(requestContext).now) },
      account: requireUser(context).email,
      confirmedAt: sessionOf(context)?.signedInAt.toString() ?? null,
    }
  })

export const action = ({ request, context, params }: Route.ActionArgs) =>
  submit(
    { request, context },
    ({ intent }) => `contract.${intent}`,
    ownContractAct,
    async (act, change) => {
      const [driver, id] = [ownDriver(context), params.contract]
      const { userAgent: browser } = context.get(requestContext)
      if (act.intent === 'code') {
        const email = await signingCodeAddress(context)
        if (email !== null) await askForCode(change, driver, id, { email, browser })
        return sameLanguage(request, `/dashboard/contracts/${id}/signature?done=code#sign`)
      }
      if (act.intent === 'refuse') await refuseContract(change, driver, id, act.reason)
      else await signContract(change, driver, id, await driverSigningOf({ request, context }, act))
      return sameLanguage(request, `/dashboard/contracts/${id}?done=${act.intent}`)
    },
    async (act) => {
      if (act.intent !== 'sign' || (await signingCodeAddress(context)) === null) return
      const contract = await getContract(params.contract, ownDriver(context))
      await tryCode(contract.id, act.code ?? '', context.get(requestContext).now)
    },
  )

/** The whole text, and below it the fields for signing (a code, the phrase, the name, a drawing), or the form to refuse. */
export default function SignContractScreen({ loaderData, actionData }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const { contract, phrase, code, account, confirmedAt } = loaderData
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
          <SignForm
            name={contract.driver.name}
            phrase={phrase}
            code={code}
            isNew={query.get('done') === 'code'}
            reply={actionData}
          >
            {code === null && confirmedAt ? <Confirmed account={account} at={formatTime(confirmedAt)} /> : null}
          </SignForm>
          <Links>
            <Link to="/dashboard/help/new?topic=papers">{t('page.contracts.own.ask')}</Link>
          </Links>
          <RefuseForm />
        </Stack>
      </Page>
    </>
  )
}
