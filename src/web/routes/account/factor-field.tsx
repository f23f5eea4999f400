import { useT } from '#web/i18n.tsx'
import { SelectField } from '#web/ui/fields.tsx'

type Factor = { id: string; name: string | null }

/** Which app the code comes from, where there is more than one. */
export function FactorField({ factors }: { factors: readonly Factor[] }) {
  const t = useT()
  if (factors.length < 2) return null
  return (
    <SelectField
      name="factorId"
      label={t('page.account.mfa.factor')}
      options={factors.map(({ id, name }) => ({ value: id, label: name ?? t('page.account.mfa.app') }))}
      required
    />
  )
}
