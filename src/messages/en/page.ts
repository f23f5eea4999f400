import * as accidents from './page/accidents.ts'
import * as account from './page/account.ts'
import * as accounting from './page/accounting.ts'
import * as accounts from './page/accounts.ts'
import * as acts from './page/acts.ts'
import * as adjustments from './page/adjustments.ts'
import * as assessment from './page/assessment.ts'
import * as audit from './page/audit.ts'
import * as bank from './page/bank.ts'
import * as brand from './page/brand.ts'
import * as carFigures from './page/car-figures.ts'
import * as ceding from './page/ceding.ts'
import * as companyFigures from './page/company-figures.ts'
import * as connections from './page/connections.ts'
import * as contractTemplates from './page/contract-templates.ts'
import * as contractTerms from './page/contract-terms.ts'
import * as carList from './page/car-list.ts'
import * as contracts from './page/contracts.ts'
import * as contractsOfSeveral from './page/contracts-of-several.ts'
import * as corrections from './page/corrections.ts'
import * as damageReports from './page/damage-reports.ts'
import * as data from './page/data.ts'
import * as deliveries from './page/deliveries.ts'
import * as departures from './page/departures.ts'
import * as disputes from './page/disputes.ts'
import * as driverHome from './page/driver-home.ts'
import * as driverList from './page/driver-list.ts'
import * as duties from './page/duties.ts'
import * as exceptions from './page/exceptions.ts'
import * as exports from './page/exports.ts'
import * as fileLinks from './page/file-links.ts'
import * as fines from './page/fines.ts'
import * as firstRide from './page/first-ride.ts'
import * as fleet from './page/fleet.ts'
import * as forecast from './page/forecast.ts'
import * as givenUp from './page/given-up.ts'
import * as goals from './page/goals.ts'
import * as greenReceipts from './page/green-receipts.ts'
import * as help from './page/help.ts'
import * as holders from './page/holders.ts'
import * as importNote from './page/import-note.ts'
import * as inbox from './page/inbox.ts'
import * as inspections from './page/inspections.ts'
import * as invoices from './page/invoices.ts'
import * as kpis from './page/kpis.ts'
import * as law from './page/law.ts'
import * as linkedStatement from './page/linked-statement.ts'
import * as mail from './page/mail.ts'
import * as mailboxes from './page/mailboxes.ts'
import * as merges from './page/merges.ts'
import * as monday from './page/monday.ts'
import * as monitor from './page/monitor.ts'
import * as needs from './page/needs.ts'
import * as newcomers from './page/newcomers.ts'
import * as notYet from './page/not-yet.ts'
import * as notices from './page/notices.ts'
import * as odometer from './page/odometer.ts'
import * as offer from './page/offer.ts'
import * as offline from './page/offline.ts'
import * as overview from './page/overview.ts'
import * as ownYear from './page/own-year.ts'
import * as papers from './page/papers.ts'
import * as payLines from './page/pay-lines.ts'
import * as performance from './page/performance.ts'
import * as personalData from './page/personal-data.ts'
import * as pictures from './page/pictures.ts'
import * as plans from './page/plans.ts'
import * as platformActs from './page/platform-acts.ts'
import * as positions from './page/positions.ts'
import * as privacy from './page/privacy.ts'
import * as profiles from './page/profiles.ts'
import * as push from './page/push.ts'
import * as reach from './page/reach.ts'
import * as receipts from './page/receipts.ts'
import * as recruitment from './page/recruitment.ts'
import * as refusedFiles from './page/refused-files.ts'
import * as reports from './page/reports.ts'
import * as rewards from './page/rewards.ts'
import * as runs from './page/runs.ts'
import * as sales from './page/sales.ts'
import * as sealed from './page/sealed.ts'
import * as search from './page/search.ts'
import * as secondPerson from './page/second-person.ts'
import * as security from './page/security.ts'
import * as seo from './page/seo.ts'
import * as settings from './page/settings.ts'
import * as settlementStates from './page/settlement-states.ts'
import * as shifts from './page/shifts.ts'
import * as signature from './page/signature.ts'
import * as spreadsheet from './page/spreadsheet.ts'
import * as start from './page/start.ts'
import * as statement from './page/statement.ts'
import * as support from './page/support.ts'
import * as system from './page/system.ts'
import * as telling from './page/telling.ts'
import * as times from './page/times.ts'
import * as tolls from './page/tolls.ts'
import * as trouble from './page/trouble.ts'
import * as upkeep from './page/upkeep.ts'
import * as users from './page/users.ts'
import * as views from './page/views.ts'
import * as vitals from './page/vitals.ts'
import * as watch from './page/watch.ts'
import * as week from './page/week.ts'
import * as weekActs from './page/week-acts.ts'
import * as whatsApp from './page/whats-app.ts'

/** One file per area; see the README. */
export const page = {
  ...accidents,
  ...account,
  ...accounting,
  ...accounts,
  ...acts,
  ...adjustments,
  ...assessment,
  ...audit,
  ...bank,
  ...brand,
  ...carFigures,
  ...ceding,
  ...companyFigures,
  ...connections,
  ...contractTemplates,
  ...contractTerms,
  ...carList,
  ...contracts,
  ...contractsOfSeveral,
  ...corrections,
  ...damageReports,
  ...data,
  ...deliveries,
  ...departures,
  ...disputes,
  ...driverHome,
  ...driverList,
  ...duties,
  ...exceptions,
  ...exports,
  ...fileLinks,
  ...fines,
  ...firstRide,
  ...fleet,
  ...forecast,
  ...givenUp,
  ...goals,
  ...greenReceipts,
  ...help,
  ...holders,
  ...importNote,
  ...inbox,
  ...inspections,
  ...invoices,
  ...kpis,
  ...law,
  ...linkedStatement,
  ...mail,
  ...mailboxes,
  ...merges,
  ...monday,
  ...monitor,
  ...needs,
  ...newcomers,
  ...notYet,
  ...notices,
  ...odometer,
  ...offer,
  ...offline,
  ...overview,
  ...ownYear,
  ...papers,
  ...payLines,
  ...performance,
  ...personalData,
  ...pictures,
  ...plans,
  ...platformActs,
  ...positions,
  ...privacy,
  ...profiles,
  ...push,
  ...reach,
  ...receipts,
  ...recruitment,
  ...refusedFiles,
  ...reports,
  ...rewards,
  ...runs,
  ...sales,
  ...sealed,
  ...search,
  ...secondPerson,
  ...security,
  ...seo,
  ...settings,
  ...settlementStates,
  ...shifts,
  ...signature,
  ...spreadsheet,
  ...start,
  ...statement,
  ...support,
  ...system,
  ...telling,
  ...times,
  ...tolls,
  ...trouble,
  ...upkeep,
  ...users,
  ...views,
  ...vitals,
  ...watch,
  ...week,
  ...weekActs,
  ...whatsApp,
}
