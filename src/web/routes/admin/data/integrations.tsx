import { useT } from '#web/i18n.tsx'
import { Card, Fact, Facts, Grid } from '#web/ui/card.tsx'
import styles from './data.module.css'

const SOURCES = ['uber', 'bolt', 'viaverde', 'prio'] as const

/** Where each file is fetched. */
export function Integrations() {
  const t = useT()
  return (
    <section id="integrations" className={styles.part} aria-labelledby="integrations-title">
      <header>
        <h2 id="integrations-title" className={styles.partTitle}>
          {t('page.data.integrations.title')}
        </h2>
        <p className={styles.lead}>{t('page.data.integrations.subtitle')}</p>
      </header>
      <header>
        <h3 className={styles.guideTitle}>{t('page.data.integrations.guideTitle')}</h3>
        <p className={styles.lead}>{t('page.data.integrations.guideIntro')}</p>
      </header>
      <Grid columns={2}>
        {SOURCES.map((source) => (
          <Card key={source} title={t(`page.week.sourceNames.${source}`)}>
            <ol className={styles.steps}>
              {t.list(`page.data.integrations.steps.${source}`).map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
            <Facts>
              <Fact name={t('page.data.integrations.report')}>{t(`page.data.integrations.reports.${source}`)}</Fact>
              <Fact name={t('page.data.integrations.format')}>{t(`page.data.integrations.formats.${source}`)}</Fact>
            </Facts>
          </Card>
        ))}
      </Grid>
      <p className={styles.quiet}>{t('page.data.integrations.guideOthers')}</p>
    </section>
  )
}
