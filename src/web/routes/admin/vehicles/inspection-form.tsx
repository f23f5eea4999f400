import { PHOTO_TYPES } from '#domain/uploads.ts'
import {
  CHECKS,
  CORNERS,
  DAMAGE_TYPES,
  type InspectionKind,
  PART_NAMES,
  SEVERITIES,
  SIDES,
  placeOf,
} from '#domain/inspection.ts'
import { showPlate } from '#domain/identifiers.ts'
import {
  driverRefused,
  driverSigned,
  inspectionNotes,
  officeSigned,
  whyFewer,
  whyMissing,
} from '#features/fleet/inspections/schema.ts'
import { limitsOf } from '#forms/record.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatNumber } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import Damages, { type TypedDamage } from '#web/islands/damages.tsx'
import { Island } from '#web/islands/island.tsx'
import Signature from '#web/islands/signature.tsx'
import { damageTitle } from '#web/parts/damage-parts.tsx'
import { OutboxState } from '#web/parts/outbox-state.tsx'
import { FirstNeeded } from '#web/parts/first-needed.tsx'
import { CarDrawing } from '#web/parts/car-drawing.tsx'
import type { Reply } from '#web/reply.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { CheckboxField, FieldRow, Fieldset, FileDrop, SelectField, TextField, TextareaField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide, WideOnly, Words } from '#web/ui/layout.tsx'
import type { InspectionFormFacts } from './inspection-form.server.ts'
import { AlsoOn } from './also-on.tsx'
import styles from './inspection.module.css'
import { MomentFields } from './period-form.tsx'

/* Islands of this form load at once: by the time somebody reaches them, the network may be gone. */

/** One walk round a car, with a phone: photos in a fixed order, things that belong to the car, damages, signatures. */
export function InspectionForm({
  about,
  reply,
  kind,
}: {
  about: InspectionFormFacts
  reply: Reply | undefined
  kind: InspectionKind
}) {
  const t = useT()
  const { id, plate, at, drivers, holder, chosen, last, known, sentKey } = about
  const isHandOver = kind !== 'check'
  if (isHandOver && drivers.length === 0) return <FirstNeeded what="driver" />
  return (
    <SideBySide>
      <Section title={t(`page.inspections.newTitle.${kind}`, { plate: showPlate(plate) })}>
        <OutboxState />
        <Form encType="multipart/form-data" data-outbox="late" reply={reply}>
          <input type="hidden" name="kind" value={kind} />
          <input type="hidden" name="sentKey" value={sentKey} />
          {isHandOver ? (
            <SelectField
              name="driverId"
              label={t('page.inspections.form.driver')}
              empty={t('page.inspections.form.chooseDriver')}
              options={drivers.map((driver) =>
                // The present driver by the records can still be handed the car, with photos and signatures.
                kind === 'out' && driver.value === holder
                  ? { ...driver, label: t('page.inspections.form.holds', { name: driver.label }) }
                  : driver,
              )}
              defaultValue={kind === 'in' ? holder : chosen}
              required
            />
          ) : null}
          <MomentFields at={at} />
          <FieldRow>
            <TextField
              name="kilometres"
              label={t('page.inspections.form.kilometres')}
              help={
                last === null
                  ? t('page.inspections.form.kilometresFirst')
                  : t('page.inspections.form.kilometresHelp', { last: formatNumber(last, t.language) })
              }
              inputMode="numeric"
              autoComplete="off"
              required
            />
            <TextField name="energy" label={t('page.inspections.form.energy')} inputMode="numeric" autoComplete="off" />
          </FieldRow>
          {last === null ? null : (
            <Disclosure
              level="line"
              summary={t('page.inspections.form.fewer')}
              open={reply?.refusal?.code === 'odometer.contradicts' || reply?.refusal?.code === 'odometer.leaps'}
            >
              <TextField
                name="kilometresReason"
                label={t('page.inspections.form.fewerReason')}
                {...limitsOf(whyFewer)}
                autoComplete="off"
              />
            </Disclosure>
          )}
          <Fieldset legend={t('page.inspections.form.photos')}>
            <Words>{t('page.inspections.form.photosText')}</Words>
            <div className={styles.shots}>
              {SIDES.map((side, index) => (
                <div key={side} className={styles.shot}>
                  <FileDrop
                    name={`photo-${side}`}
                    label={`${index + 1}. ${t(`page.inspections.sides.${side}`)}`}
                    help={t(`page.inspections.sideHelp.${side}`)}
                    accept={PHOTO_TYPES}
                    multiple={false}
                  />
                  <Disclosure
                    level="line"
                    summary={t('page.inspections.form.noPhoto')}
                    open={Boolean(reply?.fieldErrors[`photo-${side}`] ?? reply?.values[`missing-${side}`])}
                  >
                    <TextField
                      name={`missing-${side}`}
                      label={t('page.inspections.form.missing')}
                      {...limitsOf(whyMissing)}
                      autoComplete="off"
                    />
                  </Disclosure>
                </div>
              ))}
            </div>
            <Disclosure summary={t('page.inspections.form.corners')}>
              <Words>{t('page.inspections.form.cornersText')}</Words>
              <div className={styles.shots}>
                {CORNERS.map((corner) => (
                  <div key={corner} className={styles.shot}>
                    <FileDrop
                      name={`photo-${corner}`}
                      label={t(`page.inspections.sides.${corner}`)}
                      accept={PHOTO_TYPES}
                      multiple={false}
                    />
                  </div>
                ))}
              </div>
            </Disclosure>
          </Fieldset>
          <Fieldset legend={t('page.inspections.form.checklist')}>
            <div className={styles.checks}>
              {CHECKS.map((check) => (
                <CheckboxField
                  key={check}
                  name="checklist[]"
                  value={check}
                  label={t(`page.inspections.checks.${check}`)}
                />
              ))}
            </div>
          </Fieldset>
          <Fieldset legend={t('page.inspections.form.damages')}>
            <Words>{t('page.inspections.form.damagesText')}</Words>
            {known.length > 0 ? (
              <Words look="soft">
                {t('page.inspections.form.known', {
                  list: known.map((damage, place) => `${letterOf(place)}. ${damageTitle(damage, t)}`).join(', '),
                })}
              </Words>
            ) : null}
            <Island
              name="damages"
              of={Damages}
              props={{
                types: DAMAGE_TYPES.map((value) => ({ value, label: t(`page.inspections.types.${value}`) })),
                parts: PART_NAMES.map((value) => ({ value, label: t(`page.inspections.parts.${value}`) })),
                known: known.map(({ x, y }, place) => ({ x, y, label: letterOf(place) })),
                typed: typedDamages(reply, t),
                severities: SEVERITIES.map((value) => ({ value, label: t(`page.inspections.severities.${value}`) })),
                words: {
                  drawing: t('page.inspections.form.drawing'),
                  damage: t('page.inspections.form.damage'),
                  type: t('page.inspections.form.type'),
                  noType: t('page.inspections.form.noType'),
                  part: t('page.inspections.form.part'),
                  severity: t('page.inspections.form.severity'),
                  isNew: t('page.inspections.form.isNew'),
                  fresh: t('page.inspections.form.news.new'),
                  known: t('page.inspections.form.news.known'),
                  note: t('page.inspections.form.note'),
                  photo: t('page.inspections.form.closeUp'),
                  more: t('page.inspections.form.more'),
                },
              }}
            />
          </Fieldset>
          <TextareaField
            name="notes"
            label={t('page.inspections.form.notes')}
            rows={2}
            {...limitsOf(inspectionNotes)}
          />
          <Fieldset legend={t('page.inspections.form.signatures')}>
            <TextField
              name="officeSigned"
              label={t('page.inspections.form.officeSigned')}
              {...limitsOf(officeSigned)}
              autoComplete="off"
            />
            <Sign whose="office" />
            {isHandOver ? (
              <>
                <TextField
                  name="driverSigned"
                  label={t('page.inspections.form.driverSigned')}
                  {...limitsOf(driverSigned)}
                  isEither
                  autoComplete="off"
                />
                <Sign whose="driver" />
                <TextField
                  name="driverRefused"
                  label={t('page.inspections.form.driverRefused')}
                  {...limitsOf(driverRefused)}
                  isEither
                  autoComplete="off"
                />
              </>
            ) : null}
          </Fieldset>
          {isHandOver ? <AlsoOn also={about.also} /> : null}
          <Actions>
            <SubmitButton>{t(`page.inspections.form.submit.${kind}`)}</SubmitButton>
            <LinkButton to={`/admin/vehicles/${id}/inspections`} kind="text">
              {t('common.cancel')}
            </LinkButton>
          </Actions>
        </Form>
      </Section>
      <WideOnly>
        <Section title={t('page.inspections.damagesTitle')}>
          <CarDrawing
            label={t('page.inspections.form.drawing')}
            marks={known.map(({ x, y, isNew }, place) => ({ x, y, isNew, label: letterOf(place) }))}
          />
          <Words look="soft">
            {known.length === 0
              ? t('page.inspections.noDamages')
              : known.map((damage, place) => `${letterOf(place)}. ${damageTitle(damage, t)}`).join(', ')}
          </Words>
        </Section>
      </WideOnly>
    </SideBySide>
  )
}

/**
 * The damages of a form that came back, row by row as they were typed: without a script the drawing and its rows are
 * made anew with the page.
 */
export function typedDamages(reply: Reply | undefined, t: Translator): TypedDamage[] {
  const column = (name: string) => reply?.values[`damage${name}[]`]?.split('\n') ?? []
  const [parts, severities, news, notes] = [column('Part'), column('Severity'), column('IsNew'), column('Note')]
  const [left, top] = [column('X'), column('Y')]
  return column('Type').map((type, row) => {
    const part = PART_NAMES.find((candidate) => candidate === parts[row]) ?? 'front-bumper'
    const [x, y] = placeOf(part, Number(left[row]), Number(top[row]))
    const chosen = reply?.chosen?.[`damagePhoto-${row}`] ?? []
    return {
      type,
      part,
      x,
      y,
      severity: severities[row] ?? 'light',
      isNew: news[row] ?? 'new',
      note: notes[row] ?? '',
      again: chosen.length > 0 ? t('common.form.chooseAgain', { names: chosen.join(', ') }) : null,
    }
  })
}

/** Known damages are marked by letters, new ones by numbers. */
function letterOf(at: number): string {
  return String.fromCodePoint(0x61 + (at % 26))
}

function Sign({ whose }: { whose: 'office' | 'driver' }) {
  const t = useT()
  return (
    <Island
      name="signature"
      of={Signature}
      props={{
        name: `${whose}Signature`,
        words: {
          label: t(`page.inspections.form.sign.${whose}`),
          help: t('page.inspections.form.signHelp'),
          clear: t('page.inspections.form.clear'),
        },
      }}
    />
  )
}
