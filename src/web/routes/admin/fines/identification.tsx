import { showFineNumber } from '#domain/fine.ts'
import { Refusal } from '#domain/refusal.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { makeDocument, refuseOtherDriver } from '#features/fleet/fines/commands.server.ts'
import { getFine } from '#features/fleet/fines/queries.server.ts'
import { aboutDriver, identityInput, identityRecord } from '#features/fleet/fines/schema.ts'
import { listSlots } from '#features/papers/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Stack } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide, Words } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { findUnreadNotice } from '#web/routes/admin/vehicles/unread.server.ts'
import type { Route } from './+types/identification.ts'
import { About } from './fine-acts.tsx'
import { FineFacts } from './fine-facts.tsx'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const fine = await getFine(params.id, now)
  const { driver } = fine
  if (driver === null) throw new Refusal('fine.no-driver')
  const slots = await listSlots({ holder: 'driver', id: driver.id }, now)
  const paper = (code: string) => slots.find(({ kind }) => kind.code === code)?.current ?? null
  const [identity, licence] = [paper('identity'), paper('driving-licence')]
  const { nif, address } = await getDriver(driver.id)
  return {
    fine,
    driver: driver.name,
    hasNif: nif !== null,
    isReached: (await findUnreadNotice('fine', driver, fine.informedAt)) === null,
    // Facts from the record and the stored papers; the person who makes the document checks them and may change them.
    known: {
      address: address ?? '',
      idNumber: identity?.number ?? '',
      idIssuedOn: identity?.issuedOn ?? null,
      idValidUntil: identity?.expiresOn ?? null,
      licenceNumber: licence?.number ?? '',
    },
  }
})

export const action = saves(
  'fine.make',
  identityInput.and(aboutDriver),
  async (change, { driverSeen, ...identity }, { params }: Route.ActionArgs) => {
    await refuseOtherDriver(change, params.id, driverSeen)
    await makeDocument(change, params.id, identity)
    return `/admin/vehicles/fines/${params.id}?done=make`
  },
)

/** Facts about the driver that the document needs beside the record: typed from their papers, stored in the document alone. */
export default function IdentificationScreen({ loaderData }: Route.ComponentProps) {
  const t = useT()
  const { fine, driver, hasNif, known, isReached } = loaderData
  const back = `/admin/vehicles/fines/${fine.id}`
  return (
    <>
      <PageHead
        title={t('page.fines.identity.title')}
        back={{ to: back, label: t('page.fines.one', { number: showFineNumber(fine.number) }) }}
      />
      <SideBySide>
        <Stack>
          <Words>{t('page.fines.identity.text', { driver })}</Words>
          {known.idNumber || known.licenceNumber ? (
            <Words look="small">{t('page.fines.identity.fromPapers')}</Words>
          ) : null}
          {hasNif ? null : <Notice tone="warn">{t('page.fines.identity.noNif', { driver })}</Notice>}
          <Form of={identityRecord} values={{ licenceIssuer: 'IMT, I.P.', ...known }}>
            <About driver={fine.driver} />
            <Actions>
              <SubmitButton>{t('page.fines.identity.submit')}</SubmitButton>
              <LinkButton to={back} kind="text">
                {t('common.cancel')}
              </LinkButton>
            </Actions>
          </Form>
        </Stack>
        <FineFacts fine={fine} isReached={isReached} />
      </SideBySide>
    </>
  )
}
