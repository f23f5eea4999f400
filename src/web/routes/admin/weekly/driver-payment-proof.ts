import { readPaymentProof } from '#features/payments/other-payments/queries.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/driver-payment-proof.ts'

/** The proof of a payment by other means. */
export const loader = paper(({ params }: Route.LoaderArgs) => readPaymentProof(params.payment))
