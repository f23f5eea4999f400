import type { PaperHolder } from '#domain/paper.ts'
import { REGIMES } from '#domain/terms.ts'
import { CAR_TITLES } from '#domain/vehicle.ts'
import type { KeptKind } from '#features/papers/kinds/queries.server.ts'
import { limitsOf } from '#forms/record.ts'
import { kindInput } from '#features/papers/kinds/schema.ts'
import { useT } from '#web/i18n.tsx'
import { CheckboxField, FieldRow, Fieldset, TextField } from '#web/ui/fields.tsx'

const USES_OF_DRIVER = ['drive', 'assign', 'pay'] as const
/** A car and the operator are not paid. */
const USES_OF_CAR = ['drive', 'assign'] as const

/** What the office says of a kind of paper; what makes no sense of its holder is not asked. */
export function KindFields({ holder, kind }: { holder: PaperHolder | null; kind: KeptKind | null }) {
  const t = useT()
  const isDrivers = holder === 'driver' || holder === null
  return (
    <>
      <FieldRow>
        <TextField
          name="namePt"
          label={t('page.papers.kinds.fields.namePt')}
          defaultValue={kind?.name.pt ?? ''}
          {...limitsOf(kindInput.shape.namePt)}
        />
        <TextField
          name="nameEn"
          label={t('page.papers.kinds.fields.nameEn')}
          defaultValue={kind?.name.en ?? ''}
          {...limitsOf(kindInput.shape.nameEn)}
        />
      </FieldRow>
      <Fieldset legend={t('page.papers.kinds.fields.needed')}>
        {(isDrivers ? USES_OF_DRIVER : USES_OF_CAR).map((use) => (
          <CheckboxField
            key={use}
            name={use}
            label={isDrivers ? t(`page.papers.uses.${use}`) : t(`page.papers.usesOfCar.${use}`)}
            defaultChecked={kind?.needed[use] ?? false}
          />
        ))}
      </Fieldset>
      {isDrivers ? (
        <Fieldset legend={t('page.papers.kinds.fields.regimes')}>
          {REGIMES.map((regime) => (
            <CheckboxField
              key={regime}
              name="appliesTo[]"
              value={regime}
              label={t.find(`page.fleet.regimes.${regime}`) ?? regime}
              defaultChecked={kind?.appliesTo.includes(regime) ?? false}
            />
          ))}
        </Fieldset>
      ) : null}
      {holder === 'car' ? (
        <Fieldset legend={t('page.papers.kinds.fields.titles')}>
          {CAR_TITLES.map((title) => (
            <CheckboxField
              key={title}
              name="appliesTo[]"
              value={title}
              label={t(`page.upkeep.title.titles.${title}`)}
              defaultChecked={kind?.appliesTo.includes(title) ?? false}
            />
          ))}
        </Fieldset>
      ) : null}
      <Fieldset legend={t('page.papers.kinds.fields.validity')}>
        <CheckboxField
          name="hasExpiry"
          label={t('page.papers.kinds.fields.hasExpiry')}
          defaultChecked={kind?.hasExpiry ?? true}
        />
        <TextField
          name="validMonths"
          label={t('page.papers.kinds.fields.validMonths')}
          help={t('page.papers.kinds.fields.validMonthsHelp')}
          inputMode="numeric"
          defaultValue={kind?.validMonths?.toString() ?? ''}
        />
        {holder === 'car' ? (
          <TextField
            name="firstAfterMonths"
            label={t('page.papers.kinds.fields.firstAfterMonths')}
            help={t('page.papers.kinds.fields.firstAfterMonthsHelp')}
            inputMode="numeric"
            defaultValue={kind?.firstAfterMonths?.toString() ?? ''}
          />
        ) : null}
      </Fieldset>
      <Fieldset legend={t('page.papers.kinds.fields.use')}>
        {isDrivers ? (
          <CheckboxField
            name="fromDriver"
            label={t('page.papers.kinds.fields.fromDriver')}
            defaultChecked={kind?.fromDriver ?? true}
          />
        ) : null}
        <CheckboxField
          name="atRoadside"
          label={t('page.papers.kinds.fields.atRoadside')}
          help={t('page.papers.kinds.fields.atRoadsideHelp')}
          defaultChecked={kind?.atRoadside ?? false}
        />
        <CheckboxField
          name="isSensitive"
          label={t('page.papers.kinds.fields.isSensitive')}
          help={t('page.papers.kinds.fields.isSensitiveHelp')}
          defaultChecked={kind?.isSensitive ?? false}
        />
      </Fieldset>
    </>
  )
}
