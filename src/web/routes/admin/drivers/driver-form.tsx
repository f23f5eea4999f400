import { driverRecord, typedNif } from '#features/fleet/drivers/schema.ts'
import { fieldText, limitsOf } from '#forms/record.ts'
import { useT } from '#web/i18n.tsx'
import { Fact, Facts } from '#web/ui/card.tsx'
import { CheckboxField, TextField } from '#web/ui/fields.tsx'

type Known = { maskedNif: string | null; hasLeft: boolean; status: string; endedOn: string | null }

/** Fields that a driver's form draws itself: the NIF, whose value is never shown, and the facts of a recorded departure. */
export function drawnOf(driver: Known | null) {
  return {
    nif: <NifField masked={driver?.maskedNif ?? null} />,
    dropNif: driver?.maskedNif ? <DropNif /> : null,
    ...(driver?.hasLeft
      ? {
          status: <Left name="status" value={driver.status} />,
          endedOn: <Left name="endedOn" value={driver.endedOn} />,
        }
      : {}),
  }
}

/** Field for the NIF; left empty, it keeps the known number. */
function NifField({ masked }: { masked: string | null }) {
  const t = useT()
  return (
    <TextField
      name="nif"
      label={t('page.fleet.driver.nif')}
      help={masked ? t('page.fleet.driver.nifKept', { nif: masked }) : undefined}
      inputMode="numeric"
      autoComplete="off"
      {...limitsOf(typedNif)}
    />
  )
}

function DropNif() {
  const t = useT()
  return <CheckboxField name="dropNif" value="true" label={t('page.fleet.driver.nifDrop')} />
}

/** Facts of a departure are sent unchanged; they are changed on the page of the departure. */
function Left({ name, value }: { name: 'status' | 'endedOn'; value: string | null }) {
  const t = useT()
  return (
    <div>
      <input type="hidden" name={name} value={value ?? ''} />
      {value ? (
        <Facts>
          <Fact name={t(`page.fleet.driver.${name}`)} isText>
            {fieldText(driverRecord, name, value, t)}
          </Fact>
        </Facts>
      ) : null}
    </div>
  )
}
