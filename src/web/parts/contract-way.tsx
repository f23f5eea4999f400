import { useSearchParams } from 'react-router'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { useMayFollow } from '#web/place-power.ts'
import { Links } from '#web/ui/layout.tsx'
import { askedContract, contractPlace } from './asked-contract.ts'

/**
 * The way back to the contract without saving, on a form that was opened because the contract lacked something; for readers who
 * may write contracts.
 */
export function ContractWay() {
  const t = useT()
  const [query] = useSearchParams()
  const mark = askedContract(query)
  const mayWrite = useMayFollow('/admin/contracts/new')
  return mark === null || !mayWrite ? null : (
    <Links>
      <Link to={contractPlace(mark)}>{t('page.contracts.preview.back')}</Link>
    </Links>
  )
}
