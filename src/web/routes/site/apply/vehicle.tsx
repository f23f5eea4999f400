import { saveVehicle } from '#features/recruitment/commands.server.ts'
import { getOwnApplication } from '#features/recruitment/queries.server.ts'
import { ownVehicleRecord, vehicleInput } from '#features/recruitment/schema.ts'
import { languageOf } from '#messages/language.ts'
import { show, submit } from '#web/answer.server.ts'
import { translatorFor, useT } from '#web/i18n.tsx'
import { pageTitle } from '#web/seo.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { privateHeaders } from '../visitor-form.server.ts'
import type { Route } from './+types/vehicle.ts'
import { ApplyFrame, stepBefore } from './apply-frame.tsx'
import { codeOf } from './private-link.ts'
import { nextStepPage, openApplication } from './step.server.ts'

export const meta: Route.MetaFunction = ({ location }) =>
  pageTitle(translatorFor(languageOf(location.pathname))('page.apply.vehicle.title'))

export const loader = async (asked: Route.LoaderArgs) => {
  const { code, application } = await openApplication(asked)
  const { state, vehicle } = application
  return { vehicle, back: state === 'started' ? stepBefore('vehicle', 'slot', code) : undefined }
}

export const action = (asked: Route.ActionArgs) => {
  const { request, context, url } = asked
  return show(() =>
    submit({ request, context }, 'application.save', vehicleInput, async (input, change) => {
      const code = codeOf(url)
      await saveVehicle(change, code, input)
      return nextStepPage(asked, code, 'documents', await getOwnApplication(code, change.tx))
    }),
  )
}

export const headers = privateHeaders

export default function VehicleStep({ loaderData: { vehicle, back } }: Route.ComponentProps) {
  const t = useT()
  return (
    <ApplyFrame
      step="vehicle"
      regime="slot"
      title={t('page.apply.vehicle.title')}
      lead={t('page.apply.vehicle.lead')}
      aside={t('page.apply.vehicle.aside')}
      back={back}
    >
      <Form of={ownVehicleRecord} values={vehicle ?? {}}>
        <Actions>
          <SubmitButton>{t('page.apply.next')}</SubmitButton>
        </Actions>
      </Form>
    </ApplyFrame>
  )
}
