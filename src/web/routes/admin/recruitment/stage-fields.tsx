import { OPEN_STATES } from '#domain/application.ts'
import type { Stage } from '#features/recruitment/stages/schema.ts'
import { useT } from '#web/i18n.tsx'
import { FieldRow, SelectField, TextField } from '#web/ui/fields.tsx'

/** What a column of the board is called, and what the applicant reads meanwhile. */
export function StageFields({ stage }: { stage: Stage | null }) {
  const t = useT()
  return (
    <>
      <FieldRow>
        <TextField
          name="namePt"
          label={t('page.recruitment.stages.namePt')}
          defaultValue={stage?.name.pt ?? ''}
          maxLength={40}
          required
        />
        <TextField
          name="nameEn"
          label={t('page.recruitment.stages.nameEn')}
          defaultValue={stage?.name.en ?? ''}
          maxLength={40}
          required
        />
      </FieldRow>
      <SelectField
        name="state"
        label={t('page.recruitment.stages.columns.state')}
        options={OPEN_STATES.map((value) => ({ value, label: t(`page.apply.state.stops.${value}`) }))}
        defaultValue={stage?.state ?? 'talking'}
        required
      />
    </>
  )
}
