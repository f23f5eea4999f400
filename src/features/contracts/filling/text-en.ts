import type { ContractKind } from '#domain/contract.ts'

const OPERATOR =
  '{{companyName}}, NIPC {{companyNipc}}, with its seat at {{companyAddress}}, TVDE operator with licence no. {{companyLicence}}, represented by {{representative}}, hereafter “the Operator”;'
const DRIVER =
  '{{driverName}}, NIF {{driverNif}}, living at {{driverAddress}}, holder of the identity document {{driverDocument}}, hereafter “the Driver”.'
const PERMITS =
  'The Driver holds the driving licence {{driverLicence}} and the TVDE driver’s certificate {{driverCertificate}}. The Driver keeps both valid and tells the Operator as soon as one expires, is seized or is suspended. Without them the Driver does not drive.'
const DATA =
  'The Operator uses the Driver’s data to carry out this contract and to obey the law, and keeps what its accounts require for ten years. The Driver may see them, ask for their correction and complain to the Comissão Nacional de Proteção de Dados.'
const FORUM = 'Portuguese law applies. What the parties cannot settle between them goes to the court that the law says.'
const WRITTEN =
  'Only what the parties write down and sign changes this contract. If a clause is void, the others stand.'
const AUTONOMY =
  'The Driver works independently: the Driver chooses when to open the apps, which trips to take and where to rest, and may work for other operators. This contract makes no employment, without prejudice to article 12.º-A of the Labour Code (Código do Trabalho).'
const RULES =
  'The Driver obeys Law 45/2018 (Lei n.º 45/2018), the limits of driving time and the rules of the platforms. The Driver drives in person: nobody else gets the car during service, or the Driver’s account on a platform.'
const WEEKLY =
  'Accounts are made by the week, from Monday to Sunday. The statement shows each amount and where it comes from. The Operator pays the balance against a receipt (fatura-recibo). The Driver may dispute a line, and the Operator answers.'
const ENDING =
  'Either party may end the contract, in writing, with thirty days’ notice. A serious breach allows either to end it at once, in writing and with the reason. The accounts are closed with the next statement.'

// For contracts that cede a driver's own car to the operator.
const OPERATOR_USES = OPERATOR.replace('“the Operator”', '“the Borrower”')
const OPERATOR_USES_ONLY = OPERATOR.replace('“the Operator”', '“the User”')
const OWNER = DRIVER.replace('“the Driver”', '“the Lender”')
const GIVER = DRIVER.replace('“the Driver”', '“the Owner”')
const OWN_DRIVER =
  'Only the Lender drives the car in service. The Lender holds the driving licence {{driverLicence}} and the TVDE driver’s certificate {{driverCertificate}}.'
const LINKED =
  'The car is linked to the Lender and the Borrower at IMT under no. {{carLink}}. The Borrower registers it on the platforms with the Lender as its only driver.'
const KEPT =
  'The Lender keeps the insurance that the law asks of TVDE, under policy {{carInsurance}}, and the inspection up to date. The Lender pays maintenance, fuel or charging, road tax and road fines. The Lender tells the Borrower of an accident within two hours, and as soon as a document expires.'
const CEDING_END =
  'Either party ends this, in writing, with thirty days’ notice. It also ends with the service contract, when the car is sold, or when either may no longer use it for TVDE.'
const OWNER_DATA = DATA.replaceAll('Operator', 'Borrower').replaceAll('Driver', 'Lender')

/** The texts of version 1 in English, written for this product. A lawyer of the operator must check them before they are used. */
export const EN: Readonly<Record<ContractKind, string>> = {
  'own-car': `# TVDE service contract with the driver’s own car
Between:
${OPERATOR}
${DRIVER}
## 1. Subject
The Driver provides passenger transport by electronic platform (TVDE) through the Operator, with the car {{carName}}, plate {{carPlate}}, which the Driver brings into service.
## 2. Independence
${AUTONOMY}
## 3. Permits
${PERMITS}
## 4. Rules of the service
${RULES}
## 5. Car
The car has its inspection, sticker and the insurance that the law asks of TVDE, at the Driver’s cost. Maintenance, fuel, charging and road fines are the Driver’s. An accident is reported to the Operator within two hours.
## 6. Accounts and payment
${WEEKLY}
The Operator’s fee: {{fee}}.
Tolls: {{tolls}}.
## 7. Taxes, social security and insurance
The Driver declares this activity, pays the taxes and contributions on it, and holds accident insurance as a self-employed person.
## 8. Term
The contract is in force {{term}}.
## 9. End
${ENDING}
## 10. Personal data
${DATA}
## 11. Final provisions
${WRITTEN}
${FORUM}
`,
  'car-loan': `# Contract of loan for use of a car for TVDE (comodato)
Between:
${OPERATOR_USES}
${OWNER}
## 1. Car
The Lender owns the car {{carName}}, plate {{carPlate}}, first registered on {{carRegistered}}. The car is registered at IMT under no. {{carRecord}}.
## 2. Loan and what it is for
The Lender hands the car to the Borrower, free of charge, for passenger transport by electronic platform (TVDE). There is neither rent nor any other price for the use of the car. What the parties agree about the service stands in the service contract.
## 3. Who drives
${OWN_DRIVER}
## 4. Link at IMT and on the platforms
${LINKED}
## 5. Duties of the Lender
${KEPT}
## 6. Duties of the Borrower
The Borrower uses the car for TVDE alone, and with that driver alone. The Borrower neither lends nor rents it on, nor gives it as a pledge. The Borrower shows this contract to the platforms and to inspectors.
## 7. Term
The loan is in force {{term}}. It is not prolonged: to go on, the parties sign another contract before that day.
## 8. Earlier end
${CEDING_END}
## 9. Return
At the end the Borrower returns the car as it was received, but for normal wear. The Borrower asks IMT and the platforms to end the link of the car.
## 10. Personal data
${OWNER_DATA}
## 11. Final provisions
${WRITTEN}
${FORUM}
`,
  'car-use': `# Agreement on the use of a car for TVDE (cedência de utilização)
Between:
${OPERATOR_USES_ONLY}
${GIVER}
## 1. Car
The Owner owns the car {{carName}}, plate {{carPlate}}, first registered on {{carRegistered}}. The car is registered at IMT under no. {{carRecord}}.
## 2. Use
The Owner lets the User use the car for passenger transport by electronic platform (TVDE). There is neither rent nor any other price for it.
## 3. Who drives
${OWN_DRIVER.replaceAll('Lender', 'Owner')}
## 4. Link at IMT and on the platforms
${LINKED.replaceAll('Lender', 'Owner').replaceAll('Borrower', 'User')}
## 5. Costs and insurance
${KEPT.replaceAll('Lender', 'Owner').replaceAll('Borrower', 'User')}
## 6. Limits
The User does not cede the car to anybody else, rents it to nobody and gives it as no pledge. The User shows this agreement to the platforms and to inspectors.
## 7. Term
The agreement is in force {{term}}. It is not prolonged: to go on, the parties sign another one before that day.
## 8. Earlier end
${CEDING_END}
At the end the User stops using the car, and asks IMT and the platforms to end its link.
## 9. Personal data
${OWNER_DATA.replaceAll('Lender', 'Owner').replaceAll('Borrower', 'User')}
## 10. Final provisions
${WRITTEN}
${FORUM}
`,
  'fleet-car': `# TVDE service contract with a car of the fleet
Between:
${OPERATOR}
${DRIVER}
## 1. Subject
The Driver provides passenger transport by electronic platform (TVDE) through the Operator, with the car {{carName}}, plate {{carPlate}}, which the Operator hands over for this purpose.
## 2. Independence
${AUTONOMY}
## 3. Permits
${PERMITS}
## 4. Rules of the service
${RULES}
## 5. Hand-over and return of the car
The parties record the state of the car, with photos and kilometres, when it is handed over and when it is returned. The Driver uses it with care, and neither lends it nor takes it out of Portugal without written agreement. Another car of the fleet may take its place, with a new record.
## 6. Damage, accidents and fines
Damage or an accident is reported to the Operator within two hours. The Driver answers for damage caused by fault, up to the excess of the insurance, except for intent or driving under the influence of alcohol or drugs. Road fines belong to whoever drove. The Operator informs the Driver before charging.
## 7. Accounts and payment
${WEEKLY}
The Operator’s fee: {{fee}}.
Use of the car: {{rent}} per week.
Tolls: {{tolls}}.
## 8. Taxes, social security and insurance
The Operator keeps the insurance of the car that TVDE requires. The Driver declares this activity, pays the taxes and contributions on it, and holds accident insurance as a self-employed person.
## 9. Term
The contract is in force {{term}}.
## 10. End
${ENDING}
The car is returned on the last day.
## 11. Personal data
${DATA}
## 12. Final provisions
${WRITTEN}
${FORUM}
`,
  rental: `# Car hire contract
Between:
${OPERATOR}
${DRIVER}
## 1. Subject
The Operator hires out to the Driver the car {{carName}}, plate {{carPlate}}, for the TVDE service that the Driver provides through the Operator.
## 2. Price
The price is {{rent}} per week and goes on the weekly statement.
Tolls: {{tolls}}.
## 3. Hand-over and return
The parties record the state of the car, with photos and kilometres, when it is handed over and when it is returned. What is missing and new damage is described in that record.
## 4. Use
The Driver, holder of the driving licence {{driverLicence}}, drives in person. The Driver neither sublets nor lends the car, and pays for fuel or charging.
## 5. Maintenance and insurance
The Operator pays for normal maintenance, tyres worn by use, the inspection, the road tax and the insurance. The Driver brings the car to the garage on the days agreed and reports any fault.
## 6. Damage, accidents and fines
Damage or an accident is reported within two hours. The Driver answers for damage caused by fault, up to the excess of the insurance, except for intent. Road fines belong to whoever drove.
## 7. Term and end
The hire is in force {{term}}. Either party ends it, in writing, with thirty days’ notice. It also ends with the service contract.
## 8. Personal data
${DATA}
## 9. Final provisions
${WRITTEN}
${FORUM}
`,
  deposit: `# Deposit agreement
Between:
${OPERATOR}
${DRIVER}
## 1. Deposit
The Driver gives the Operator a deposit of {{total}}, in {{instalments}}, from {{firstWeek}}. Reason: {{planReason}}.
## 2. What it secures
The deposit secures the return of the car, damage that the Driver has to pay, and balances in the Operator’s favour. It is no payment in advance and bears no interest.
## 3. Use
The Operator uses the deposit only after telling the Driver, in writing, the amount and the reason, with the documents there are.
## 4. Return
The Operator returns what was not used after the return of the car and the last statement, within thirty days. While fines or tolls are still to come, it may keep their likely amount until they are known.
## 5. Term
The agreement is in force {{term}}.
## 6. Final provisions
${DATA}
${WRITTEN}
${FORUM}
`,
  plan: `# Agreement on payment by instalments
Between:
${OPERATOR}
${DRIVER}
## 1. Debt
The Driver owes the Operator {{total}}. Reason: {{planReason}}.
## 2. Instalments
The Driver pays the debt in {{instalments}}, taken from the weekly statement from {{firstWeek}} on.
## 3. Limit
What is taken in a week stays within the ceiling agreed for the statement. What does not fit passes to the next week, without penalty.
## 4. Set-off
The Driver accepts that the Operator sets the instalments off against what it has to pay. The Driver may pay earlier, in whole or in part.
## 5. If the contract ends
What is left goes into the final account. The parties may agree, in writing, on another time.
## 6. Term
The agreement is in force {{term}}, and ends earlier when the debt is paid.
## 7. Final provisions
${DATA}
${WRITTEN}
${FORUM}
`,
  amendment: `# Amendment to contract no. {{originalNumber}}
Between:
${OPERATOR}
${DRIVER}
## 1. Contract that is amended
On {{originalDay}} the parties signed contract no. {{originalNumber}}, “{{originalKind}}”.
## 2. What changes
{{changes}}
## 3. When
The change holds from {{firstDay}} on.
## 4. The rest
What this amendment does not change stays as it is.
${WRITTEN}
${FORUM}
`,
}
