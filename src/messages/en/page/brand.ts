export const brand = {
  title: 'Brand',
  subtitle:
    'How the company presents itself on the site, in e-mails and on statements. What is left empty uses the text shown in grey.',
  saved: 'Brand saved. The site has already changed.',
  face: {
    title: 'Name and face',
    name: 'Name',
    nameHelp: 'In the header, in the title of every page and at the foot of e-mails.',
    logo: 'Logo as PNG or JPEG',
    logoHelp: 'Shown within 160 × 64 points; up to 500 KB. Best with a transparent background and no margins.',
    logoNow: 'Logo at present',
    removeLogo: 'Remove the logo and use the name with the wheel',
    colour: 'Brand colour',
    colourHelp: 'Six hexadecimal digits. The shades for text, buttons and dark mode are taken from this colour.',
  },
  contrast: {
    title: 'Contrast',
    shapes:
      '{colour} on the site’s paper: {ratio}:1. Enough for lines, marks and large headings (3:1); running text uses a darker shade.',
    shapesAndText: '{colour} on the site’s paper: {ratio}:1. Enough for lines, marks and text (4.5:1).',
    text: 'Links and buttons: {colour}, {ratio}:1 on paper. Text needs 4.5:1 (WCAG 2.2 AA).',
    dark: 'In dark mode: {colour}, {ratio}:1 on the background. Text needs 4.5:1.',
  },
  contacts: {
    title: 'Contacts',
    phone: 'Telephone',
    email: 'E-mail',
    address: 'Address',
    addressHelp: 'One line for each line of the address.',
  },
  legal: {
    title: 'What the law asks to be shown',
    legalName: 'Registered name',
    taxNumber: 'Company tax number (NIPC)',
    licence: 'TVDE operator licence',
    help: 'Empty: as on the company page.',
  },
  social: { title: 'Social networks', help: 'The full address of the page. Empty: not shown.' },
  footer: {
    title: 'Footer texts',
    taglinePt: 'Tagline in Portuguese',
    taglineEn: 'Tagline in English',
    descriptionPt: 'Description in Portuguese',
    descriptionEn: 'Description in English',
  },
  save: 'Save brand',
  updated: 'Saved on {at}',
}
