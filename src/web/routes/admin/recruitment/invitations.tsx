import type { Invitation } from '#features/connections/acts/schema.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Bullets } from '#web/ui/layout.tsx'

/** The state of an approved driver on each platform: there, invited, or still to be invited; the page after the press says what an invitation does. */
export function Invitations({ driverId, of }: { driverId: string; of: readonly Invitation[] }) {
  const t = useT()
  const known = of.filter(({ isThere, act }) => isThere || act !== null)
  const open = of.filter(({ isThere, act }) => !isThere && act === null)
  const named = (provider: Invitation['provider']) => t(`page.connections.providers.${provider}`)
  return (
    <>
      {known.length > 0 ? (
        <Bullets>
          {known.map(({ provider, isThere, act }) => (
            <li key={provider}>
              {isThere || act === null ? (
                t('page.recruitment.platforms.there', { provider: named(provider) })
              ) : (
                <Link to={`/admin/drivers/platform-acts/${act.id}`}>
                  {t('page.recruitment.platforms.asked', {
                    provider: named(provider),
                    state: t(`page.platformActs.states.${act.state}`),
                  })}
                </Link>
              )}
            </li>
          ))}
        </Bullets>
      ) : null}
      {open.map(({ provider }) => (
        <Form key={provider} action="/admin/drivers/platform-acts" quiet>
          <input type="hidden" name="driver" value={driverId} />
          <input type="hidden" name="act" value={`${provider}:invite`} />
          <Actions>
            <SubmitButton kind="outlined">
              {t('page.platformActs.onDriver.propose.invite', { provider: named(provider) })}
            </SubmitButton>
          </Actions>
        </Form>
      ))}
    </>
  )
}
