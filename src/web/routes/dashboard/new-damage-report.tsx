import { PHOTO_TYPES } from '#domain/uploads.ts'
import { showPlate } from '#domain/identifiers.ts'
import { sendReport } from '#features/fleet/damage-reports/commands.server.ts'
import { listCarsOf } from '#features/fleet/damage-reports/queries.server.ts'
import { MAX_PHOTOS, reportInput, reportRecord } from '#features/fleet/damage-reports/schema.ts'
import { show, submit } from '#web/answer.server.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { ownDriver } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { DateField, FieldRow, FileDrop, SelectField, TimeField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/new-damage-report.ts'

export const loader = ({ context }: Route.LoaderArgs) =>
  show(async () => ({ cars: await listCarsOf(ownDriver(context)) }))

export const action = ({ request, context }: Route.ActionArgs) =>
  submit({ request, context }, 'damage-report.send', reportInput, async (input, change) => {
    const id = await sendReport(change, ownDriver(context), input)
    return sameLanguage(request, `/dashboard/damage-reports/${id}?done=send`)
  })

/** Reports damage to the car; the form is kept on the phone if there is no network. */
export default function NewDamageReportScreen({ loaderData: { cars } }: Route.ComponentProps) {
  const t = useT()
  const [only] = cars.length === 1 ? cars : []
  return (
    <>
      <PageHead
        back={{ to: '/dashboard/inspections', label: t('page.inspections.own.title') }}
        title={t('page.damageReports.title')}
        subtitle={t('page.damageReports.subtitle')}
      />
      <Page width="narrow">
        <Notice tone="warn">{t('page.damageReports.first')}</Notice>
        <Form
          of={reportRecord}
          values={{ ...reportRecord.empty, kind: 'damage' }}
          drawn={{
            vehicleId: only ? (
              <>
                <input type="hidden" name="vehicleId" value={only.id} />
                <Words>{t('page.damageReports.onlyCar', { plate: showPlate(only.plate) })}</Words>
              </>
            ) : (
              <SelectField
                name="vehicleId"
                label={t('page.damageReports.vehicleId')}
                help={t('page.damageReports.vehicleIdHelp')}
                empty={t('page.damageReports.thatCar')}
                options={cars.map(({ id, plate }) => ({ value: id, label: showPlate(plate) }))}
              />
            ),
            // The fields start empty: a page that waited on the phone would hold an earlier day.
            at: (
              <FieldRow>
                <DateField name="atDay" label={t('page.damageReports.atDay')} required />
                <TimeField
                  name="atTime"
                  label={t('page.damageReports.atTime')}
                  help={t('page.damageReports.atTimeHelp')}
                  required
                />
              </FieldRow>
            ),
          }}
          encType="multipart/form-data"
          data-outbox
        >
          <FileDrop
            name="photos[]"
            label={t('page.damageReports.photos')}
            help={t('page.damageReports.photosHelp', { most: MAX_PHOTOS })}
            accept={PHOTO_TYPES}
          />
          <Actions>
            <SubmitButton wide>{t('page.damageReports.submit')}</SubmitButton>
            <LinkButton to="/dashboard/inspections" kind="text">
              {t('common.cancel')}
            </LinkButton>
          </Actions>
        </Form>
      </Page>
    </>
  )
}
