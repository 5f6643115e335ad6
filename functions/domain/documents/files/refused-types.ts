import type { RefusalKind } from '#shared/rules/refusals.ts';

// Endings that Windows, macOS, Linux or a phone runs on a double click, and the names file-type has for them.
// Source: the attachments that large mail services block.
const EXTENSIONS: Partial<Record<RefusalKind, string>> = {
  program: `exe dll com scr pif cpl sys drv ocx bat cmd ps1 ps1xml ps2 ps2xml psc1 psc2 psd1 psm1 msh msh1 msh2 vb vbe vbs vbp
    bas js jse mjs cjs ws wsc wsf wsh sct hta htc msc reg inf ins isp job gadget chm hlp xll wll xbap jnlp jar war ear class
    swf air xpi crx apk aab xapk ipa app action command workflow tool osx scpt scptd applescript run elf macho so dylib
    appimage sh bash zsh csh ksh fish py pyc pyo pyw pyz pyzw pl rb php php3 php4 php5 phtml phar lua tcl asp aspx jsp cgi
    wasm ade adp mda mde mdb mdt mdw mam maq maf mar mau mcf accda accde accdr accdb one shs shb vsmacros prg printerexport
    terminal mobileconfig`,
  shortcut:
    'lnk url website webloc desktop scf appref-ms library-ms search-ms settingcontent-ms theme themepack diagcab iqy oqy rqy dqy slk searchconnector-ms rdp udl xnk',
  disk: `iso img vhd vhdx vmdk wim dmg pkg mpkg msi msix msixbundle msp mst msu appx appxbundle appinstaller application
    deb rpm snap flatpak xar`,
  archive: '7z rar br bz bz2 tbz tbz2 xz txz lzma tlz lz lz4 zst tzst z taz cab arj ace lzh lha',
  page: 'html htm xhtml xht shtml shtm stm mht mhtml svg svgz webarchive xsl xslt',
  macros: 'docm dotm xlsm xltm xlam xla xlm pptm potm ppam ppa ppsm sldm',
};

const KINDS = new Map(
  Object.entries(EXTENSIONS).flatMap(([kind, list]) =>
    list.split(/\s+/).map((extension) => [extension, kind as RefusalKind] as const),
  ),
);

export const kindOfExtension = (extension: string) => KINDS.get(extension);
