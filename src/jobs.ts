import { monthDeliveryJobs } from '#features/accounting/month-deliveries/jobs.server.ts'
import { checkDeliveries } from '#features/accounting/month-deliveries/jobs.ts'
import { anchorLog } from '#features/audit/audit-chain/jobs.ts'
import { applicationJobs } from '#features/recruitment/jobs.server.ts'
import { approvalJobs } from '#features/weeks/approvals/jobs.server.ts'
import { auditChainJobs } from '#features/audit/audit-chain/jobs.server.ts'
import { backupJobs } from '#features/system/backups/jobs.server.ts'
import { actJobs } from '#features/connections/acts/jobs.server.ts'
import { carryOutActs, weighDebts } from '#features/connections/acts/jobs.ts'
import { collectDueConnections } from '#features/connections/jobs.ts'
import { connectionJobs } from '#features/imports/platform-reports/jobs.server.ts'
import { consentJobs } from '#features/visitors/consent/jobs.server.ts'
import { contractJobs } from '#features/contracts/reminders/jobs.server.ts'
import { stampJobs } from '#features/contracts/stamps/jobs.server.ts'
import { stampSeals } from '#features/contracts/stamps/jobs.ts'
import { departureJobs } from '#features/departures/jobs.server.ts'
import { digestJobs } from '#features/weeks/digests/jobs.server.ts'
import { disputeJobs } from '#features/statements/disputes/jobs.server.ts'
import { dropJobs } from '#features/imports/drops/jobs.server.ts'
import { endStays } from '#features/departures/jobs.ts'
import { exportJobs } from '#features/statements/exports/jobs.server.ts'
import { fileJobs } from '#features/files/jobs.server.ts'
import { readOldSignatures } from '#features/files/jobs.ts'
import { forecastJobs } from '#features/weeks/forecasts/jobs.server.ts'
import { forgetApplications } from '#features/recruitment/jobs.ts'
import { deliveryJobs } from '#features/imports/deliveries/jobs.server.ts'
import { watchFolder } from '#features/imports/deliveries/jobs.ts'
import { forgetDrops } from '#features/imports/drops/jobs.ts'
import { forgetRunFiles } from '#features/runs/jobs.ts'
import { lookIntoDueMailboxes } from '#features/imports/mailboxes/jobs.ts'
import { mailboxJobs } from '#features/imports/mailboxes/jobs.server.ts'
import { invariantJobs } from '#features/system/invariants/jobs.server.ts'
import { mailJobs } from '#features/mail/jobs.server.ts'
import { wakeMail } from '#features/mail/jobs.ts'
import { holdDueDrill, makeDueBackup } from '#features/system/backups/jobs.ts'
import { paperJobs } from '#features/papers/deadlines/jobs.server.ts'
import { mondayJobs } from '#features/weeks/mondays/jobs.server.ts'
import { personalDataJobs } from '#features/oversight/personal-data/jobs.server.ts'
import { forgetPeople } from '#features/oversight/personal-data/jobs.ts'
import { retentionJobs } from '#features/oversight/retention/jobs.server.ts'
import { sweepKept } from '#features/oversight/retention/jobs.ts'
import { positionJobs } from '#features/positions/jobs.server.ts'
import { alertJobs } from '#features/positions/alerts/jobs.server.ts'
import { watch } from '#features/positions/alerts/jobs.ts'
import { countDays, sweepDays } from '#features/positions/jobs.ts'
import { proposalJobs } from '#features/settlements/proposals/jobs.server.ts'
import { runMondays } from '#features/weeks/mondays/jobs.ts'
import { proveBooks } from '#features/system/invariants/jobs.ts'
import { purgeAnswers } from '#features/visitors/consent/jobs.ts'
import { purgeCounts } from '#features/visitors/vitals/jobs.ts'
import { receiptJobs } from '#features/payments/green-receipts/jobs.server.ts'
import { remindDisputes } from '#features/statements/disputes/jobs.ts'
import { remindReceipts } from '#features/payments/green-receipts/jobs.ts'
import { remindOfAgreements } from '#features/contracts/reminders/jobs.ts'
import { reportJobs } from '#features/weeks/report-mails/jobs.server.ts'
import { sendReports } from '#features/weeks/report-mails/jobs.ts'
import { restoreJobs } from '#features/system/restores/jobs.server.ts'
import { runJobs } from '#features/runs/jobs.server.ts'
import { sendDueDigests } from '#features/weeks/digests/jobs.ts'
import { sessionJobs } from '#features/sessions/jobs.server.ts'
import { settlementJobs } from '#features/settlements/jobs.server.ts'
import { upkeepJobs } from '#features/fleet/upkeep/jobs.server.ts'
import { warnHolders } from '#features/fleet/upkeep/jobs.ts'
import { vitalsJobs } from '#features/visitors/vitals/jobs.server.ts'
import { warnOfNegatives } from '#features/weeks/forecasts/jobs.ts'
import { warnOfEnds } from '#features/papers/deadlines/jobs.ts'
import { workingTimeJobs } from '#features/weeks/working-times/jobs.server.ts'
import { weighAverages } from '#features/weeks/working-times/jobs.ts'
import { env } from '#platform/env.server.ts'

/** Everything the queue carries out, by name. Each may come twice, late or too early: `test/jobs.db.test.ts`. */
export const JOBS = {
  ...settlementJobs,
  ...departureJobs,
  ...paperJobs,
  ...upkeepJobs,
  ...digestJobs,
  ...reportJobs,
  ...disputeJobs,
  ...forecastJobs,
  ...receiptJobs,
  ...contractJobs,
  ...stampJobs,
  ...proposalJobs,
  ...mailJobs,
  ...dropJobs,
  ...approvalJobs,
  ...exportJobs,
  ...runJobs,
  ...deliveryJobs,
  ...mailboxJobs,
  ...fileJobs,
  ...applicationJobs,
  ...consentJobs,
  ...vitalsJobs,
  ...invariantJobs,
  ...auditChainJobs,
  ...backupJobs,
  ...restoreJobs,
  ...sessionJobs,
  ...connectionJobs,
  ...actJobs,
  ...mondayJobs,
  ...positionJobs,
  ...personalDataJobs,
  ...retentionJobs,
  ...alertJobs,
  ...monthDeliveryJobs,
  ...workingTimeJobs,
}

/** Ordered at the start and each day after. */
export const DAILY = [
  endStays,
  warnOfEnds,
  warnHolders,
  remindDisputes,
  warnOfNegatives,
  remindReceipts,
  remindOfAgreements,
  proveBooks,
  anchorLog,
  purgeAnswers,
  purgeCounts,
  forgetApplications,
  forgetPeople,
  sweepKept,
  readOldSignatures,
  forgetDrops,
  forgetRunFiles,
  holdDueDrill,
  countDays,
  weighAverages,
]

/** Ordered at the start and each quarter of an hour after; what is not due does nothing. */
export const OFTEN = [
  makeDueBackup,
  wakeMail,
  stampSeals,
  sendDueDigests,
  sendReports,
  collectDueConnections,
  carryOutActs,
  weighDebts,
  runMondays,
  lookIntoDueMailboxes,
  sweepDays,
  checkDeliveries,
]

/** Ordered at the start and each minute after: whether a car moves that should not; where the installation names a folder, a look into it. */
export function eachMinute() {
  return env().DELIVERY_FOLDER === undefined ? [watch] : [watch, watchFolder]
}
