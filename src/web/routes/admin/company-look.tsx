import { readNif } from '#domain/identifiers.ts'
import { useT } from '#web/i18n.tsx'
import { Look } from '#web/parts/look.tsx'
import { Card, Fact, Facts } from '#web/ui/card.tsx'
import { State } from '#web/ui/state.tsx'

type Props = { account: string | null; text: (name: string) => string }

/** The operator's name as others read it: on statements, at the bank, in the platforms' files. */
export function CompanyLook({ account, text }: Props) {
  const t = useT()
  const [name, nipc] = [text('name').trim(), text('nipc').trim()]
  const nif = nipc === '' ? null : readNif(nipc)
  const accepted = [name, ...text('boltCompanies').split('\n'), ...text('uberOrganisations').split('\n')]
    .map((line) => line.trim())
    .filter((line) => line !== '' && !IS_IDENTIFIER.test(line))
  return (
    <Look title={t('page.fleet.company.look.title')}>
      <Card title={t('page.fleet.company.look.statement')}>
        <p>
          <b>{name || '–'}</b>
        </p>
        {nif ? (
          <p className="num">
            {t('common.footer.taxNumber', { number: nif.ok ? nif.value.replace(/(?<=^\d{3}|^\d{6})/g, ' ') : nipc })}{' '}
            {nif.ok ? null : <State tone="warn">{t('page.fleet.company.look.nipc')}</State>}
          </p>
        ) : null}
        {[...text('address').split('\n'), text('phone'), text('email')]
          .map((line) => line.trim())
          .filter(Boolean)
          .map((line) => (
            <p key={line}>{line}</p>
          ))}
        {text('licenceNumber').trim() ? (
          <p className="num">{t('common.footer.licence', { number: text('licenceNumber').trim() })}</p>
        ) : null}
      </Card>
      <Card title={t('page.fleet.company.look.bank')}>
        <Facts>
          <Fact name={t('page.fleet.company.look.debtor')}>{name || '–'}</Fact>
          <Fact name={t('page.fleet.company.debtorIban')}>{account ?? '–'}</Fact>
        </Facts>
      </Card>
      <Card title={t('page.fleet.company.look.files')}>
        {accepted.length === 0 ? <p>–</p> : null}
        {[...new Set(accepted)].map((line) => (
          <p key={line}>{line}</p>
        ))}
      </Card>
    </Look>
  )
}

/** Uber's id of an organisation in its files, which is no readable name. */
const IS_IDENTIFIER = /^[\da-f]{8}-[\da-f-]{27}$/i
