import { useT } from '#web/i18n.tsx'
import { LinkOnce } from '#web/parts/link-once.tsx'
import { QrPicture } from '#web/parts/qr-picture.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Facts, Grid, Stack } from '#web/ui/card.tsx'
import { Actions } from '#web/ui/form.tsx'
import { Words } from '#web/ui/layout.tsx'
import type { Setup } from './device-setup.server.ts'

/** Tells a device where to send and how to identify itself: by a picture, by a link, or by hand. Shown once. */
export function DeviceSetup({ name, setup, to }: { name: string; setup: Setup; to: string }) {
  const t = useT()
  const { kind, token, address, link, picture } = setup
  const title = t('page.positions.devices.made', { name })
  return (
    <Stack>
      {token === null ? (
        <Words>{t('page.positions.devices.trackerText')}</Words>
      ) : (
        <LinkOnce title={title} link={token} words={t('page.positions.devices.once')} />
      )}
      {kind === 'server' && token !== null ? (
        <Card title={t('page.positions.devices.byHand')}>
          <Stack>
            <Words>{t('page.positions.devices.serverText')}</Words>
            <pre>
              <code>{serverLines(address, token)}</code>
            </pre>
          </Stack>
        </Card>
      ) : null}
      {link !== null && picture !== null ? (
        <Grid>
          <Card title={t('page.positions.devices.scan')}>
            <Stack>
              <QrPicture rows={picture} label={t('page.positions.devices.picture')} />
              <Words look="small">{t('page.positions.devices.scanText')}</Words>
              <p>
                <a href={link}>{t('page.positions.devices.open')}</a>
              </p>
            </Stack>
          </Card>
          <Card title={t('page.positions.devices.byHand')}>
            <Facts>
              <Fact name={t('page.positions.devices.address')} isText>
                {address}
              </Fact>
              <Fact name={t('page.positions.devices.token')} isText>
                {token}
              </Fact>
            </Facts>
          </Card>
        </Grid>
      ) : null}
      <Actions>
        <LinkButton to={to} kind="primary">
          {t('page.positions.devices.toDevice')}
        </LinkButton>
      </Actions>
    </Stack>
  )
}

/** The lines for the configuration of a Traccar server; without retries it would drop positions while we are away. */
function serverLines(address: string, token: string): string {
  const entry = (key: string, value: string) => `<entry key='${key}'>${value}</entry>`
  return [
    entry('forward.enable', 'true'),
    entry('forward.type', 'json'),
    entry('forward.url', address),
    entry('forward.header', `Authorization: Bearer ${token}`),
    entry('forward.retry.enable', 'true'),
  ].join('\n')
}
