import { firstOf } from '#domain/certain.ts'
import { type Colour, contrast, isTooLight, PAPER } from '#domain/colour.ts'
import type { BrandText } from '#features/company/brand/schema.ts'
import { formatRatio } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Look } from '#web/parts/look.tsx'
import { Logo } from '#web/shell/logo.tsx'
import { Card } from '#web/ui/card.tsx'
import { Words } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ColourContrast, contrastsOf } from './colour-contrast.tsx'

type Props = { logo: string | null; colour: Colour | null; text: (name: BrandText) => string }

/** The head of the site, a button and the foot, as the values in the form would make them. */
export function BrandLook({ logo, colour, text }: Props) {
  const t = useT()
  const contrasts = contrastsOf(colour)
  const tooLight = colour && isTooLight(colour) ? colour : null
  const [tagline, description] =
    t.language === 'en' ? [text('taglineEn'), text('descriptionEn')] : [text('taglinePt'), text('descriptionPt')]
  return (
    <Look title={t('page.brand.look.title')} saysWhy={tooLight !== null}>
      {tooLight ? (
        <Notice tone="warn">
          <p>
            {t('page.brand.contrast.tooLight', {
              colour: tooLight,
              ratio: formatRatio(contrast(tooLight, PAPER), t.language),
            })}
          </p>
        </Notice>
      ) : null}
      <Card title={t('page.brand.look.head')}>
        <Logo brand={{ name: text('name'), logo: logo && `/brand/logo/${logo}.png` }} />
        <Sample
          shapes={firstOf(contrasts).colour}
          text={contrasts[1]?.colour ?? ''}
          words={t('page.brand.look.button')}
        />
      </Card>
      <Card title={t('page.brand.look.foot')}>
        <p>
          <b>{tagline}</b>
        </p>
        <Words look="soft">{description}</Words>
      </Card>
      <ColourContrast contrasts={contrasts} />
    </Look>
  )
}

/** The road and a button, drawn as a picture: no style sheet contains a colour that is only typed. */
function Sample({ shapes, text, words }: { shapes: string; text: string; words: string }) {
  return (
    <svg width="320" height="88" viewBox="0 0 320 88" aria-hidden="true">
      <path d="M6 14h308" stroke={shapes} strokeWidth="2" strokeLinecap="round" />
      {[6, 57, 109, 160, 211, 263, 314].map((x) => (
        <circle key={x} cx={x} cy="14" r="5" fill={shapes} />
      ))}
      <rect x="1" y="42" width="180" height="44" rx="8" fill={text} />
      <text x="91" y="69" textAnchor="middle" fontSize="14" fontWeight="500" fill="#ffffff">
        {words}
      </text>
    </svg>
  )
}
