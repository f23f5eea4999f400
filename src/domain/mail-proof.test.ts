import { expect, test } from 'vitest'
import { isAllowedSender, isProved, isSender } from './mail-proof.ts'

const OWN = 'mx.frota.pt'
const UBER = 'relatorios@uber.com'

test('a sender is an address or a whole domain, in whatever letters, and never a part of either', () => {
  const senders = ['relatorios@uber.com', '@bolt.eu']
  expect(isAllowedSender(senders, 'Relatorios@UBER.com')).toBe(true)
  expect(isAllowedSender(senders, 'quem@bolt.eu')).toBe(true)
  expect(isAllowedSender(senders, 'outro@uber.com')).toBe(false)
  expect(isAllowedSender(senders, 'quem@nao-bolt.eu')).toBe(false)
  expect(isAllowedSender(senders, 'relatorios@uber.com.exemplo.pt')).toBe(false)
  expect(isAllowedSender(['@'], 'quem')).toBe(false)
  expect(['a@b.pt', '@b.pt', 'b.pt', '@', 'a@b', 'a b@c.pt'].map(isSender)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})

test('the own server proves a sender by DMARC, by DKIM or by SPF of the same domain', () => {
  expect(isProved([`${OWN}; dmarc=pass (p=REJECT) header.from=uber.com`], OWN, UBER)).toBe(true)
  expect(isProved([`${OWN}; dkim=pass header.i=@uber.com header.s=s1`], OWN, UBER)).toBe(true)
  expect(isProved([`${OWN} 1; spf=pass smtp.mailfrom="bounce@mail.uber.com"`], OWN, UBER)).toBe(true)
  expect(
    isProved([`${OWN}; spf=fail smtp.mailfrom=uber.com`, `${OWN};\r\n\tdkim=pass header.d=uber.com`], OWN, UBER),
  ).toBe(true)
})

test('nothing is proved by another domain, a failure, another server or a header below it', () => {
  const no = (...headers: string[]) => expect(isProved(headers, OWN, UBER)).toBe(false)
  no()
  no(`${OWN}; dkim=pass header.d=exemplo.pt; dmarc=fail header.from=uber.com`)
  no(`${OWN}; dkim=pass header.d=com`)
  no(`${OWN}; none`)
  no(`mx.exemplo.pt; dmarc=pass header.from=uber.com`)
  no(`mx.exemplo.pt; dmarc=fail header.from=uber.com`, `${OWN}; dmarc=pass header.from=uber.com`)
  no(`${OWN}; x=fail (${OWN}; dmarc=pass header.from=uber.com)`)
})
