export const brand = {
  title: 'Brand',
  subtitle:
    'How the company looks on the site, in emails and on statements. Anything left empty uses the text shown in grey.',
  saved: 'Brand saved. The site has already changed.',
  parts: {
    face: 'Name and appearance',
    social: 'Social networks',
    footer: 'Footer texts',
  },
  fields: {
    name: 'Name',
    colour: 'Brand colour',
    facebook: 'Facebook',
    instagram: 'Instagram',
    linkedin: 'LinkedIn',
    taglinePt: 'Tagline in Portuguese',
    taglineEn: 'Tagline in English',
    descriptionPt: 'Description in Portuguese',
    descriptionEn: 'Description in English',
  },
  help: {
    name: 'In the header, in the title of every page and at the foot of emails.',
    colour:
      'Six hexadecimal digits. Its contrast with the site’s background has to be 3 to 1 or more. The shades for text, buttons and dark mode are derived from this colour.',
    facebook: 'The page’s full address. Leave it empty if there is none.',
  },
  logo: {
    label: 'Logo as PNG or JPEG',
    help: 'Shown within 160 × 64 points; up to 500 KB. It looks best with a transparent background and no margins.',
    now: 'Current logo',
    remove: 'Remove the logo and use the name with the steering wheel',
  },
  contrast: {
    title: 'Where the colour is used',
    shapes: '{colour}: lines, marks and headings. Text takes a darker shade, to be easy to read.',
    shapesAndText: '{colour}: lines, marks and text.',
    text: '{colour}: links and buttons.',
    dark: '{colour}: in dark mode.',
    tooLight: '{colour} is too light: its contrast is {ratio} to 1, and 3 is needed. It cannot be saved.',
  },
  look: { title: 'How it looks', head: 'Header and colour', foot: 'Footer', button: 'Apply' },
  save: 'Save brand',
  updated: 'Saved on {at}',
  logged: {
    brand: {
      noun: 'Brand',
      save: 'Brand changed',
    },
  },
}
