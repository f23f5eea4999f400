import { showFineNumber } from '#domain/fine.ts'
import { correctFine, refuseNamed } from '#features/fleet/fines/commands.server.ts'
import { getFine } from '#features/fleet/fines/queries.server.ts'
import { fineInput, fineRecord, typedFine } from '#features/fleet/fines/schema.ts'
import { opened, refuseIfChanged } from '#forms/merge.ts'
import { languageOf } from '#messages/language.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Stack } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { findUnreadNotice } from '#web/routes/admin/vehicles/unread.server.ts'
import type { Route } from './+types/edit.ts'
import { carOptions } from './car-options.server.ts'
import { FineFacts } from './fine-facts.tsx'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const fine = await getFine(params.id, now)
  refuseNamed(fine)
  const [cars, unread] = await Promise.all([carOptions(now), findUnreadNotice('fine', fine.driver, fine.informedAt)])
  return { fine, cars, isReached: unread === null }
})

export const action = saves(
  'fine.correct',
  fineInput.and(opened),
  async (change, { opened: seen, ...input }, { params, url }: Route.ActionArgs) => {
    const before = await getFine(params.id, change.now, change.tx)
    refuseIfChanged(fineRecord, seen, typedFine(before), languageOf(url.pathname))
    await correctFine(change, params.id, input)
    return `/admin/vehicles/fines/${params.id}?done=correct`
  },
)

/** Corrects what was written down of a fine, as long as no document names somebody. */
export default function EditFineScreen({ loaderData: { fine, cars, isReached } }: Route.ComponentProps) {
  const t = useT()
  const back = `/admin/vehicles/fines/${fine.id}`
  const number = showFineNumber(fine.number)
  return (
    <>
      <PageHead
        title={t('page.fines.correct.title', { number })}
        back={{ to: back, label: t('page.fines.one', { number }) }}
      />
      <SideBySide>
        <Stack>
          <Words>{t('page.fines.correct.text')}</Words>
          <Form of={fineRecord} values={typedFine(fine)} version={null} offered={{ vehicleId: cars }}>
            <Actions>
              <SubmitButton>{t('page.fines.correct.submit')}</SubmitButton>
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
