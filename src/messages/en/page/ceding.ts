import { cited } from '../cited.ts'

/** What is asked for so that a driver's own car is ceded to the operator. */
export const ceding = {
  title: 'Own car {plate}: what is asked for',
  text: `Only the owner drives this car for TVDE, and nobody else may borrow it (${cited('ceded-car')}). Check with your lawyer.`,
  noCar: 'Nobody has said which car is this driver’s own',
  noCarText: 'Give the driver the car. Then say in its costs that it is a driver’s.',
  cars: 'See the cars',
  link: 'Number and date of the link at IMT',
  askers: { imt: 'IMT', bolt: 'Bolt', uber: 'Uber' },
  read: {
    imt: 'The link and the registration of the car come from the law of 2026. Check with your lawyer.',
    bolt: 'From Bolt’s public guide on comodatos and documents. Check with Bolt.',
    uber: 'No public page of Uber was found that says so. Check with Uber and with your lawyer.',
  },
  states: { there: 'Here', waiting: 'On its way', ended: 'Ended', missing: 'Missing' },
  dated: { there: 'Until {day}', ended: 'Ended on {day}' },
}
