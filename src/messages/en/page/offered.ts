/** The operator's offer as the public pages tell it; what was not said is not shown. */
export const offered = {
  title: 'What we offer',
  text: 'These are today’s terms. What counts is the signed contract.',
  deposit: 'Deposit',
  depositWhole: '{deposit}, on handover of the car',
  depositParts: {
    one: '{deposit}: {down} on handover and the rest in {count} instalment',
    other: '{deposit}: {down} on handover and the rest in {count} weekly instalments',
  },
  kilometres: 'Kilometres',
  kilometresText: '{kilometres} km a week included; {rate} for each extra km',
  rent: 'The rental includes',
  cars: 'Cars',
  cities: 'Where we work',
  notice: 'Notice to leave',
  noticeText: { one: '{count} day', other: '{count} days' },
  hiring: 'Openings',
  hiringText: {
    contractor: 'Open until {day}, for self-employed drivers',
    employee: 'Open until {day}, on an employment contract',
  },
  job: {
    title: 'TVDE driver',
    text: 'Driving on the Uber and Bolt platforms, with a weekly statement explained line by line. A TVDE driver certificate is required.',
  },
}
