import type { Connection, Provider } from '#features/connections/schema.ts'
import { useT } from '#web/i18n.tsx'
import { Moment } from '#web/parts/moment.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Facts, Grid, Section, Stack } from '#web/ui/card.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { State, type StateTone } from '#web/ui/state.tsx'

const TONES: Readonly<Record<Connection['state'], StateTone>> = {
  connected: 'ok',
  waiting: 'info',
  expired: 'bad',
  'needs-access': 'warn',
  error: 'bad',
}

/** The state of a connection, in a word. */
export function ConnectionChip({ connection }: { connection: Pick<Connection, 'state' | 'paused'> | null }) {
  const t = useT()
  if (connection === null) return <State tone="todo">{t('page.connections.states.unset')}</State>
  if (connection.paused) return <State tone="plain">{t('page.connections.states.paused')}</State>
  return <State tone={TONES[connection.state]}>{t(`page.connections.states.${connection.state}`)}</State>
}

type Props = { platforms: readonly { provider: Provider; connection: Connection | null }[] }

/** Every platform that can be fetched automatically, and its state. */
export function Connections({ platforms }: Props) {
  const t = useT()
  return (
    <Section title={t('page.connections.title')}>
      <Page>
        <Words>{t('page.connections.intro')}</Words>
        <Grid columns={2}>
          {platforms.map(({ provider: id, connection }) => {
            const provider = t(`page.connections.providers.${id}`)
            return (
              <Card key={id} title={provider} aside={<ConnectionChip connection={connection} />} part>
                <Stack>
                  <Words look="small">{t(`page.connections.what.${id}`)}</Words>
                  {connection ? (
                    <Facts>
                      {connection.paused || connection.state === 'connected' ? null : (
                        <Fact name={t('page.connections.page.since')}>
                          <Moment at={connection.since} />
                        </Fact>
                      )}
                      <Fact name={t('page.connections.lasts')}>
                        {connection.collected ? (
                          <Moment at={connection.collected.until} />
                        ) : (
                          t('page.connections.never')
                        )}
                      </Fact>
                      {connection.paused ? null : (
                        <Fact name={t('page.connections.next')}>
                          <Moment at={connection.nextAt} />
                        </Fact>
                      )}
                    </Facts>
                  ) : null}
                  <p>
                    <LinkButton to={`/admin/data/connections/${id}`}>
                      {connection ? t('page.connections.open') : t('page.connections.set', { provider })}
                    </LinkButton>
                  </p>
                </Stack>
              </Card>
            )
          })}
        </Grid>
      </Page>
    </Section>
  )
}
