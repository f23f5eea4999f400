import {
  askService,
  findFile,
  findService,
  isOneOfSeveral,
  streetsFolder,
} from '#features/positions/streets/queries.server.ts'
import { setService } from '#features/positions/streets/commands.server.ts'
import { type StreetsFile, type Zooms, serviceInput, serviceRecord } from '#features/positions/streets/schema.ts'
import { submit } from '#web/answer.server.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { DoneNote, withDone } from '#web/parts/done-note.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Facts, Stack } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Bullets, Page, Words } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/streets.ts'
import styles from './monitor.module.css'
import { StreetsUpload } from './streets-upload.tsx'

export const loader = shows(async () => {
  const [file, service] = await Promise.all([findFile(), findService()])
  return { file, service, folder: streetsFolder(), isOneOfSeveral: isOneOfSeveral() }
})

/** Saves the address of a service only if it answers with streets: otherwise the form shows an error, instead of a map without streets. */
export const action = ({ request, context }: Route.ActionArgs) => {
  let zooms: Zooms | null = null
  return submit(
    { request, context },
    'position.set-streets',
    serviceInput,
    async ({ address }, change) => {
      await setService(change, address !== null && zooms ? { address, zooms } : null)
      return sameLanguage(request, withDone('/admin/monitor/streets', 'saved'))
    },
    // Ask the service before the transaction begins: its answer may take seconds.
    async ({ address }) => {
      zooms = address === null ? null : await askService(address)
    },
  )
}

const MEGABYTE = 1024 * 1024

/** The sources of the map's streets: a file, or an outside service; and the two commands that make a file. */
export default function StreetsScreen({
  loaderData: { file, service, folder, isOneOfSeveral: several },
}: Route.ComponentProps) {
  const t = useT()
  const isFileUsed = file?.zooms != null
  return (
    <>
      <PageHead
        title={t('page.monitor.streets.title')}
        subtitle={t('page.monitor.streets.subtitle')}
        back={{ to: '/admin/monitor', label: t('page.monitor.title') }}
      />
      <Page width="middle">
        <Stack>
          <DoneNote />
          {file === null && service === null ? <Notice tone="info">{t('page.monitor.streets.none')}</Notice> : null}
          {file === null ? null : <InstalledFile file={file} />}
          {service === null ? null : (
            <Card title={t('page.monitor.streets.fromService')}>
              <Facts>
                <Fact name={t('page.monitor.streets.service')}>{service.host}</Fact>
                <Fact name={t('page.monitor.streets.zooms')}>
                  {service.zooms.min}–{service.zooms.max}
                </Fact>
              </Facts>
              {isFileUsed ? <Words look="small">{t('page.monitor.streets.fileFirst')}</Words> : null}
            </Card>
          )}
          <Card title={t('page.monitor.streets.send')}>
            <StreetsUpload several={several} />
          </Card>
          <Card title={t('page.monitor.streets.useService')}>
            <Form of={serviceRecord} values={service ?? {}}>
              <Words look="small">{t('page.monitor.streets.serviceSees')}</Words>
              <Actions>
                <SubmitButton kind="outlined">{t('page.monitor.streets.saveService')}</SubmitButton>
              </Actions>
            </Form>
          </Card>
          <Card title={t('page.monitor.streets.how')}>
            <Bullets numbered>
              <li>
                {t('page.monitor.streets.download')}
                <code className={styles.command}>
                  curl -LO https://download.geofabrik.de/europe/portugal-latest.osm.pbf
                </code>
              </li>
              <li>
                {t('page.monitor.streets.make')}
                <code className={styles.command}>
                  tilemaker --input portugal-latest.osm.pbf --output streets.mbtiles --bbox=-9.6,36.9,-6.1,42.2 --config
                  /usr/share/doc/tilemaker/examples/config-openmaptiles.json --process
                  /usr/share/doc/tilemaker/examples/process-openmaptiles.lua
                </code>
              </li>
              <li>
                {t('page.monitor.streets.lay')}
                <code className={styles.command}>{folder}</code>
              </li>
            </Bullets>
            <Words look="small">{t('page.monitor.streets.formats')}</Words>
            <Words look="small">{t('page.monitor.streets.licence')}</Words>
          </Card>
        </Stack>
      </Page>
    </>
  )
}

function InstalledFile({ file }: { file: StreetsFile }) {
  const t = useT()
  const removal = (
    <LinkButton to="/admin/monitor/streets/removal" kind="danger">
      {t('page.monitor.streets.remove')}
    </LinkButton>
  )
  return (
    <Card title={t(file.zooms ? 'page.monitor.streets.there' : 'page.monitor.streets.notThere')} acts={removal}>
      {file.zooms ? (
        <Facts>
          <Fact name={t('page.monitor.streets.file')}>{file.name}</Fact>
          <Fact name={t('page.monitor.streets.size')}>
            {t('page.monitor.streets.megabytes', { size: Math.ceil(file.bytes / MEGABYTE) })}
          </Fact>
          <Fact name={t('page.monitor.streets.zooms')}>
            {file.zooms.min}–{file.zooms.max}
          </Fact>
        </Facts>
      ) : (
        <Words>{t('page.monitor.streets.unreadable', { name: file.name })}</Words>
      )}
    </Card>
  )
}
