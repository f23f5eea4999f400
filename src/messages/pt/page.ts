import { accidents } from './page/accidents.ts'
import { account } from './page/account.ts'
import { accounting } from './page/accounting.ts'
import { accounts } from './page/accounts.ts'
import { acts } from './page/acts.ts'
import { adjustments } from './page/adjustments.ts'
import { assessment } from './page/assessment.ts'
import { audit } from './page/audit.ts'
import { brand } from './page/brand.ts'
import { data } from './page/data.ts'
import { monday } from './page/monday.ts'
import { newcomers } from './page/newcomers.ts'
import { refusedFiles } from './page/refused-files.ts'
import { reports } from './page/reports.ts'
import { rewards } from './page/rewards.ts'
import { runs } from './page/runs.ts'
import { departures } from './page/departures.ts'
import { disputes } from './page/disputes.ts'
import { deliveries } from './page/deliveries.ts'
import { duties } from './page/duties.ts'
import { times } from './page/times.ts'
import { law } from './page/law.ts'
import { invoices } from './page/invoices.ts'
import { signature } from './page/signature.ts'
import { driverHome } from './page/driver-home.ts'
import { driverList } from './page/driver-list.ts'
import { exceptions } from './page/exceptions.ts'
import { exports } from './page/exports.ts'
import { carFigures } from './page/car-figures.ts'
import { companyFigures } from './page/company-figures.ts'
import { connections } from './page/connections.ts'
import { contractTemplates } from './page/contract-templates.ts'
import { contractTerms } from './page/contract-terms.ts'
import { ceding } from './page/ceding.ts'
import { contractsOfSeveral } from './page/contracts-of-several.ts'
import { contracts } from './page/contracts.ts'
import { corrections } from './page/corrections.ts'
import { fines } from './page/fines.ts'
import { givenUp } from './page/given-up.ts'
import { forecast } from './page/forecast.ts'
import { firstRide } from './page/first-ride.ts'
import { fleet } from './page/fleet.ts'
import { holders } from './page/holders.ts'
import { importNote } from './page/import-note.ts'
import { goals } from './page/goals.ts'
import { inbox } from './page/inbox.ts'
import { inspections } from './page/inspections.ts'
import { mailboxes } from './page/mailboxes.ts'
import { mail } from './page/mail.ts'
import { merges } from './page/merges.ts'
import { notices } from './page/notices.ts'
import { push } from './page/push.ts'
import { whatsApp } from './page/whats-app.ts'
import { notYet } from './page/not-yet.ts'
import { odometer } from './page/odometer.ts'
import { offline } from './page/offline.ts'
import { offer } from './page/offer.ts'
import { papers } from './page/papers.ts'
import { pictures } from './page/pictures.ts'
import { overview } from './page/overview.ts'
import { fileLinks } from './page/file-links.ts'
import { settlementStates } from './page/settlement-states.ts'
import { payLines } from './page/pay-lines.ts'
import { sales } from './page/sales.ts'
import { ownYear } from './page/own-year.ts'
import { personalData } from './page/personal-data.ts'
import { privacy } from './page/privacy.ts'
import { sealed } from './page/sealed.ts'
import { secondPerson } from './page/second-person.ts'
import { needs } from './page/needs.ts'
import { weekActs } from './page/week-acts.ts'
import { shifts } from './page/shifts.ts'
import { start } from './page/start.ts'
import { kpis } from './page/kpis.ts'
import { linkedStatement } from './page/linked-statement.ts'
import { reach } from './page/reach.ts'
import { telling } from './page/telling.ts'
import { bank } from './page/bank.ts'
import { platformActs } from './page/platform-acts.ts'
import { plans } from './page/plans.ts'
import { profiles } from './page/profiles.ts'
import { greenReceipts } from './page/green-receipts.ts'
import { receipts } from './page/receipts.ts'
import { recruitment } from './page/recruitment.ts'
import { search } from './page/search.ts'
import { security } from './page/security.ts'
import { seo } from './page/seo.ts'
import { settings } from './page/settings.ts'
import { help } from './page/help.ts'
import { performance } from './page/performance.ts'
import { monitor } from './page/monitor.ts'
import { positions, tracking } from './page/positions.ts'
import { alerts, carLinks, sharedCar, zones } from './page/watch.ts'
import { statement } from './page/statement.ts'
import { damageReports } from './page/damage-reports.ts'
import { support } from './page/support.ts'
import { tolls } from './page/tolls.ts'
import { trouble } from './page/trouble.ts'
import { upkeep } from './page/upkeep.ts'
import { users } from './page/users.ts'
import { system } from './page/system.ts'
import { views } from './page/views.ts'
import { vitals } from './page/vitals.ts'
import { week } from './page/week.ts'

/** One file per area; see the README. */
export const page = {
  accidents,
  account,
  accounting,
  duties,
  times,
  law,
  invoices,
  signature,
  accounts,
  acts,
  adjustments,
  assessment,
  audit,
  brand,
  data,
  monday,
  newcomers,
  refusedFiles,
  reports,
  rewards,
  runs,
  departures,
  disputes,
  deliveries,
  driverHome,
  driverList,
  exceptions,
  exports,
  connections,
  contractTemplates,
  contractTerms,
  ceding,
  contractsOfSeveral,
  contracts,
  corrections,
  fines,
  givenUp,
  firstRide,
  fleet,
  holders,
  importNote,
  goals,
  inbox,
  inspections,
  mail,
  mailboxes,
  merges,
  notices,
  push,
  whatsApp,
  notYet,
  odometer,
  offer,
  papers,
  pictures,
  overview,
  fileLinks,
  settlementStates,
  payLines,
  sales,
  ownYear,
  personalData,
  privacy,
  sealed,
  secondPerson,
  needs,
  weekActs,
  shifts,
  start,
  linkedStatement,
  reach,
  telling,
  bank,
  platformActs,
  plans,
  profiles,
  greenReceipts,
  receipts,
  recruitment,
  search,
  security,
  seo,
  settings,
  help,
  offline,
  performance,
  forecast,
  kpis,
  carFigures,
  companyFigures,
  positions,
  alerts,
  zones,
  carLinks,
  sharedCar,
  tracking,
  monitor,
  statement,
  damageReports,
  support,
  tolls,
  trouble,
  upkeep,
  users,
  system,
  views,
  vitals,
  week,
}
