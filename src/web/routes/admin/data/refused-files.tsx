import type { RefusedFile } from '#features/imports/refused-files/schema.ts'
import { formatInstant, formatWeekNumber } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { OpenRefused, RefusedFileAnswer, TeachLink, WhyRefused, refusedState } from '#web/parts/refused-file.tsx'
import { Section } from '#web/ui/card.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Words } from '#web/ui/layout.tsx'
import { State, type StateTone } from '#web/ui/state.tsx'

const TONES: Record<RefusedFile['state'], StateTone> = { open: 'warn', answered: 'ok', waived: 'todo' }

/**
 * The newest files that could not be read, those that wait for an answer first: the reason for each, and what can be done about
 * it. `open`: how many wait, of which some may not be shown.
 */
export function RefusedFiles({ files, open }: { files: readonly RefusedFile[]; open: number }) {
  const t = useT()
  if (files.length === 0) return null
  return (
    <Section title={t('page.refusedFiles.title')} aside={t('page.refusedFiles.open', { count: open })}>
      <Items>
        {files.map((file) => (
          <Item
            key={file.id}
            title={file.name}
            aside={<State tone={TONES[file.state]}>{refusedState(t, file)}</State>}
            acts={
              file.state === 'answered' ? null : (
                <>
                  {file.state === 'open' ? (
                    <>
                      <OpenRefused file={file} />
                      <TeachLink file={file} />
                    </>
                  ) : null}
                  <RefusedFileAnswer file={file} from="data" />
                </>
              )
            }
          >
            <small>
              {[
                ...(file.source ? [t(`page.week.sourceNames.${file.source}`)] : []),
                ...(file.week ? [formatWeekNumber(file.week, t.language)] : []),
                formatInstant(file.at, t.language),
              ].join(' · ')}
            </small>
            {file.state === 'open' ? <WhyRefused file={file} /> : null}
          </Item>
        ))}
      </Items>
      {open > files.length ? (
        <Words look="small">{t('page.refusedFiles.newest', { count: open - files.length })}</Words>
      ) : null}
    </Section>
  )
}
