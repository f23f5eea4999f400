import { redirect, type RouterContextProvider } from 'react-router'
import { isOpen } from '#domain/application.ts'
import { getOwnApplication } from '#features/recruitment/queries.server.ts'
import type { Application } from '#features/recruitment/schema.ts'
import { show } from '#web/answer.server.ts'
import { sameLanguage } from '#web/i18n.tsx'
import { codeOf, pageOf } from './private-link.ts'

export type StepArgs = { request: Request; url: URL; context: Readonly<RouterContextProvider> }

/** The application of a step. A decided one has no steps: leads to its state. */
export function openApplication({ request, url }: StepArgs): Promise<{ code: string; application: Application }> {
  return show(async () => {
    const code = codeOf(url)
    const application = await getOwnApplication(code)
    if (application.state !== 'started' && !isOpen(application.state))
      throw redirect(sameLanguage(request, pageOf('state', code)), 303)
    return { code, application }
  })
}

/** The page after a saved step: the next one, or the state if the application was sent already. */
export function nextStepPage(
  { request }: StepArgs,
  code: string,
  next: string,
  { state }: Pick<Application, 'state'>,
): string {
  return sameLanguage(request, pageOf(state === 'started' ? next : 'state', code))
}
