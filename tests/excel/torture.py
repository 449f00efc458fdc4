"""A workbook with what an organiser may keep in it and openpyxl would lose, put together part by part."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib
from functools import cache

_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_MS = "http://schemas.microsoft.com/office"
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_SML = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_X14 = "http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"
_XM = "http://schemas.microsoft.com/office/excel/2006/main"

SHEETS = ("Регистрация", "Протокол", "Справочник", "Тайный", "Тур 1 'черновик' старый", "Диаграмма")


def png(width: int = 4, height: int = 4, shade: int = 90) -> bytes:
    """A grey picture."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    rows = b"".join(b"\0" + bytes([shade]) * width for _ in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def pack(parts: dict[str, bytes]) -> bytes:
    """A zip of parts, in order, without a clock."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in parts.items():
            info = zipfile.ZipInfo(name, (2026, 5, 1, 10, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, content)
    return out.getvalue()


def unpack(data: bytes) -> dict[str, bytes]:
    """The parts of a package."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def rels(*items: tuple[str, str, str]) -> bytes:
    """A relationships part of (id, type, target); types without a scheme are Office's own."""
    lines = []
    for number, kind, target in items:
        full = kind if ":" in kind else f"{_OFFICE}/{kind}"
        mode = ' TargetMode="External"' if "://" in target or kind == "externalLinkPath" else ""
        lines.append(f'<Relationship Id="{number}" Type="{full}" Target="{target}"{mode}/>')
    space = "http://schemas.openxmlformats.org/package/2006/relationships"
    return f'{_HEAD}<Relationships xmlns="{space}">{"".join(lines)}</Relationships>'.encode()


@cache
def torture(*, macros: bool = False) -> bytes:
    """The workbook; with macros it's an .xlsm."""
    return pack(torture_parts(macros=macros))


def torture_parts(*, macros: bool = False) -> dict[str, bytes]:
    """Its parts by name."""
    text = {
        "[Content_Types].xml": _content_types(macros),
        "xl/workbook.xml": _workbook(),
        "xl/styles.xml": _styles(),
        "xl/sharedStrings.xml": _strings(),
        "xl/worksheets/sheet1.xml": _registration(),
        "xl/worksheets/sheet2.xml": _protocol(),
        "xl/worksheets/sheet3.xml": _sheet(
            '<row r="1"><c r="A1" t="s"><v>2</v></c><c r="B1"><f>LEN(A1)</f><v>6</v></c></row>'
        ),
        "xl/worksheets/sheet4.xml": _sheet('<row r="1"><c r="A1"><v>42</v></c></row>'),
        "xl/worksheets/sheet5.xml": _sheet('<row r="1"><c r="A1"><f>Регистрация!C5</f><v>3050</v></c></row>'),
        "xl/chartsheets/sheet6.xml": (
            f'<chartsheet xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheetViews><sheetView workbookViewId="0"/></sheetViews>'
            '<drawing r:id="rId1"/></chartsheet>'
        ),
        "xl/drawings/drawing1.xml": _drawing(),
        "xl/drawings/drawing2.xml": _chart_frame(),
        "xl/charts/chart1.xml": _chart(),
        "xl/drawings/vmlDrawing1.vml": _vml(),
        "xl/comments1.xml": (
            f'<comments xmlns="{_MAIN}"><authors><author>Судья</author></authors><commentList>'
            '<comment ref="B3" authorId="0"><text><r><t>проверить паспорт</t></r></text></comment>'
            "</commentList></comments>"
        ),
        "xl/threadedComments/threadedComment1.xml": (
            f'<ThreadedComments xmlns="{_MS}/spreadsheetml/2018/threadedcomments">'
            '<threadedComment ref="B3" dT="2026-05-01T10:00:00.00" personId="{11111111-1111-1111-1111-111111111111}" '
            'id="{22222222-2222-2222-2222-222222222222}"><text>Оплатил?</text></threadedComment></ThreadedComments>'
        ),
        "xl/persons/person.xml": (
            f'<personList xmlns="{_MS}/spreadsheetml/2018/threadedcomments"><person displayName="Судья" '
            'id="{11111111-1111-1111-1111-111111111111}" userId="u1" providerId="None"/></personList>'
        ),
        "xl/ctrlProps/ctrlProp1.xml": f'<formControlPr xmlns="{_X14}" objectType="Button" lockText="1"/>',
        "xl/tables/table1.xml": _table(),
        "xl/slicers/slicer1.xml": (
            f'<slicers xmlns="{_X14}"><slicer name="Город" cache="Slicer_Город" caption="Город" rowHeight="241300"/>'
            "</slicers>"
        ),
        "xl/slicerCaches/slicerCache1.xml": (
            f'<slicerCacheDefinition xmlns="{_X14}" xmlns:x="{_MAIN}" name="Slicer_Город" sourceName="Участник"><extLst>'
            f'<x:ext xmlns:x15="{_MS}/spreadsheetml/2010/11/main" uri="{{2F2917AC-EB37-4324-AD4E-5DD8C200BD13}}">'
            '<x15:tableSlicerCache tableId="3" column="1"/></x:ext></extLst></slicerCacheDefinition>'
        ),
        "xl/calcChain.xml": (
            f'<calcChain xmlns="{_MAIN}"><c r="C5" i="1"/><c r="D3"/><c r="D4"/><c r="B1" i="3"/><c r="A1" i="5"/></calcChain>'
        ),
        "xl/externalLinks/externalLink1.xml": (
            f'<externalLink xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><externalBook r:id="rId1"><sheetNames>'
            '<sheetName val="Рейтинг"/></sheetNames><sheetDataSet><sheetData sheetId="0"><row r="1"><cell r="A1">'
            "<v>2000</v></cell></row></sheetData></sheetDataSet></externalBook></externalLink>"
        ),
        "customXml/item1.xml": '<p:properties xmlns:p="urn:example:properties"><documentManagement/></p:properties>',
        "customXml/itemProps1.xml": (
            '<ds:datastoreItem ds:itemID="{44444444-4444-4444-4444-444444444444}" '
            'xmlns:ds="http://schemas.openxmlformats.org/officeDocument/2006/customXml"/>'
        ),
    }
    parts = {name: (_HEAD + body).encode() for name, body in text.items()}
    parts |= _binary_and_links(macros)
    return parts


def _binary_and_links(macros: bool) -> dict[str, bytes]:
    book = [(f"rId{n}", "worksheet", f"worksheets/sheet{n}.xml") for n in range(1, 6)]
    book += [
        ("rId6", "chartsheet", "chartsheets/sheet6.xml"),
        ("rId7", "styles", "styles.xml"),
        ("rId8", "sharedStrings", "/xl/sharedStrings.xml"),
        ("rId9", "calcChain", "calcChain.xml"),
        ("rId10", "externalLink", "externalLinks/externalLink1.xml"),
        ("rId11", f"{_MS}/2007/relationships/slicerCache", "slicerCaches/slicerCache1.xml"),
        ("rId12", f"{_MS}/2017/10/relationships/person", "persons/person.xml"),
        ("rId13", "customXml", "../customXml/item1.xml"),
    ]
    extra = {}
    if macros:
        book.append(("rId14", f"{_MS}/2006/relationships/vbaProject", "vbaProject.bin"))
        extra["xl/vbaProject.bin"] = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(range(256)) * 8
    return extra | {
        "_rels/.rels": rels(("rId1", "officeDocument", "xl/workbook.xml")),
        "xl/_rels/workbook.xml.rels": rels(*book),
        "xl/worksheets/_rels/sheet1.xml.rels": rels(
            ("rId1", "printerSettings", "../printerSettings/printerSettings1.bin"),
            ("rId2", "drawing", "../drawings/drawing1.xml"),
            ("rId3", "vmlDrawing", "../drawings/vmlDrawing1.vml"),
            ("rId4", "comments", "../comments1.xml"),
            (
                "rId5",
                f"{_MS}/2017/10/relationships/threadedComment",
                "../threadedComments/threadedComment1.xml",
            ),
            ("rId6", "ctrlProp", "../ctrlProps/ctrlProp1.xml"),
            ("rId7", "hyperlink", "https://example.org/a?b=1"),
        ),
        "xl/worksheets/_rels/sheet2.xml.rels": rels(
            ("rId1", "table", "../tables/table1.xml"),
            ("rId2", f"{_MS}/2007/relationships/slicer", "../slicers/slicer1.xml"),
        ),
        "xl/chartsheets/_rels/sheet6.xml.rels": rels(("rId1", "drawing", "../drawings/drawing2.xml")),
        "xl/drawings/_rels/drawing1.xml.rels": rels(("rId1", "image", "../media/image1.png")),
        "xl/drawings/_rels/drawing2.xml.rels": rels(("rId1", "chart", "../charts/chart1.xml")),
        "xl/externalLinks/_rels/externalLink1.xml.rels": rels(
            ("rId1", "externalLinkPath", "file:///C:/Users/org/rating.xlsx")
        ),
        "customXml/_rels/item1.xml.rels": rels(("rId1", "customXmlProps", "itemProps1.xml")),
        "xl/printerSettings/printerSettings1.bin": bytes(range(256)),
        "xl/media/image1.png": png(),
    }


def _content_types(macros: bool) -> str:
    main = "application/vnd.ms-excel.sheet.macroEnabled" if macros else f"{_SML}.sheet"
    defaults = {
        "rels": "application/vnd.openxmlformats-package.relationships+xml",
        "xml": "application/xml",
        "png": "image/png",
        "vml": "application/vnd.openxmlformats-officedocument.vmlDrawing",
        "bin": "application/vnd.ms-office.vbaProject" if macros else f"{_SML}.printerSettings",
    }
    overrides = {
        "xl/workbook.xml": f"{main}.main+xml",
        **{f"xl/worksheets/sheet{n}.xml": f"{_SML}.worksheet+xml" for n in range(1, 6)},
        "xl/chartsheets/sheet6.xml": f"{_SML}.chartsheet+xml",
        "xl/styles.xml": f"{_SML}.styles+xml",
        "xl/sharedStrings.xml": f"{_SML}.sharedStrings+xml",
        "xl/drawings/drawing1.xml": "application/vnd.openxmlformats-officedocument.drawing+xml",
        "xl/drawings/drawing2.xml": "application/vnd.openxmlformats-officedocument.drawing+xml",
        "xl/charts/chart1.xml": "application/vnd.openxmlformats-officedocument.drawingml.chart+xml",
        "xl/comments1.xml": f"{_SML}.comments+xml",
        "xl/threadedComments/threadedComment1.xml": "application/vnd.ms-excel.threadedcomments+xml",
        "xl/persons/person.xml": "application/vnd.ms-excel.person+xml",
        "xl/ctrlProps/ctrlProp1.xml": "application/vnd.ms-excel.controlproperties+xml",
        "xl/tables/table1.xml": f"{_SML}.table+xml",
        "xl/slicers/slicer1.xml": "application/vnd.ms-excel.slicer+xml",
        "xl/slicerCaches/slicerCache1.xml": "application/vnd.ms-excel.slicerCache+xml",
        "xl/calcChain.xml": f"{_SML}.calcChain+xml",
        "xl/externalLinks/externalLink1.xml": f"{_SML}.externalLink+xml",
        "customXml/itemProps1.xml": "application/vnd.openxmlformats-officedocument.customXmlProperties+xml",
    }
    if macros:
        overrides["xl/printerSettings/printerSettings1.bin"] = f"{_SML}.printerSettings"
    lines = [f'<Default Extension="{e}" ContentType="{t}"/>' for e, t in defaults.items()]
    lines += [f'<Override PartName="/{p}" ContentType="{t}"/>' for p, t in overrides.items()]
    space = "http://schemas.openxmlformats.org/package/2006/content-types"
    return f'<Types xmlns="{space}">{"".join(lines)}</Types>'


def _workbook() -> str:
    states = {"Справочник": ' state="hidden"', "Тайный": ' state="veryHidden"'}
    sheets = "".join(
        f'<sheet name="{name}" sheetId="{n}"{states.get(name, "")} r:id="rId{n}"/>' for n, name in enumerate(SHEETS, 1)
    )
    return (
        f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
        f' mc:Ignorable="x15 xr" xmlns:x15="{_MS}/spreadsheetml/2010/11/main"'
        f' xmlns:xr="{_MS}/spreadsheetml/2014/revision"><fileVersion appName="xl" lastEdited="7"/>'
        '<workbookPr codeName="ThisWorkbook" defaultThemeVersion="166925"/>'
        '<mc:AlternateContent><mc:Choice Requires="x15"><x15ac:absPath url="C:\\Турнир\\" '
        f'xmlns:x15ac="{_MS}/spreadsheetml/2010/11/ac"/></mc:Choice></mc:AlternateContent>'
        '<xr:revisionPtr revIDLastSave="0" documentId="13_ncr:1_{77777777-7777-7777-7777-777777777777}"/>'
        '<bookViews><workbookView xWindow="0" yWindow="0" windowWidth="20000" windowHeight="9000" firstSheet="1" activeTab="1"/>'
        f"</bookViews><sheets>{sheets}</sheets>"
        '<externalReferences><externalReference r:id="rId10"/></externalReferences><definedNames>'
        '<definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">Регистрация!$A$2:$C$4</definedName>'
        '<definedName name="_xlnm.Print_Titles" localSheetId="0">Регистрация!$1:$2</definedName>'
        '<definedName name="Slicer_Город">#N/A</definedName>'
        '<definedName name="Взнос" localSheetId="1">Протокол!$C$3</definedName>'
        '<definedName name="Города">Справочник!$A$1:$A$5</definedName>'
        '<definedName name="Ставка">0.13</definedName></definedNames><calcPr calcId="191029"/>'
        '<customWorkbookViews><customWorkbookView name="Судья" guid="{88888888-8888-8888-8888-888888888888}" '
        'windowWidth="1000" windowHeight="700" activeSheetId="2"/></customWorkbookViews><extLst>'
        f'<ext uri="{{46BE6895-7355-4a93-B00E-2C351335B9C9}}"><x15:slicerCaches xmlns:x14="{_X14}">'
        '<x14:slicerCache r:id="rId11"/></x15:slicerCaches></ext></extLst></workbook>'
    )


def _styles() -> str:
    return (
        f'<styleSheet xmlns="{_MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="# ##0.00&quot; ₽&quot;"/></numFmts>'
        '<fonts count="2"><font><sz val="10"/><name val="Arial Cyr"/><charset val="204"/></font>'
        '<font><b/><sz val="14"/><color rgb="FF1F4E78"/><name val="Arial Cyr"/></font></fonts>'
        '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>'
        '<fill><gradientFill degree="90"><stop position="0"><color rgb="FFFFFFFF"/></stop><stop position="1">'
        '<color rgb="FFFFCC00"/></stop></gradientFill></fill></fills>'
        '<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border>'
        '<border diagonalUp="1"><left/><right/><top/><bottom/><diagonal style="thin"><color auto="1"/></diagonal></border>'
        '</borders><cellStyleXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>'
        '<xf numFmtId="0" fontId="1" fillId="2" borderId="0"/></cellStyleXfs>'
        '<cellXfs count="4"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'
        '<xf numFmtId="0" fontId="1" fillId="2" borderId="0" xfId="1"/>'
        '<xf numFmtId="164" fontId="0" fillId="0" borderId="1" xfId="0" applyNumberFormat="1"/>'
        '<xf numFmtId="14" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>'
        '<cellStyles count="2"><cellStyle name="Обычный" xfId="0" builtinId="0"/><cellStyle name="Шапка" xfId="1"/></cellStyles>'
        '<dxfs count="1"><dxf><font><color rgb="FF9C0006"/></font></dxf></dxfs>'
        '<tableStyles count="0" defaultTableStyle="TableStyleMedium9"/>'
        '<colors><mruColors><color rgb="FFFFCC00"/></mruColors></colors><extLst>'
        f'<ext uri="{{EB79DEF2-80B8-43e5-95BD-54CBDDF9020C}}" xmlns:x14="{_X14}">'
        '<x14:slicerStyles defaultSlicerStyle="SlicerStyleLight1"/></ext></extLst></styleSheet>'
    )


def _strings() -> str:
    return (
        f'<sst xmlns="{_MAIN}" count="6" uniqueCount="4"><si><t>Регистрация участников</t></si>'
        '<si><r><rPr><b/><sz val="10"/></rPr><t xml:space="preserve">Жир</t></r><r><t xml:space="preserve">ный </t></r></si>'
        '<si><t>Москва</t></si><si><t xml:space="preserve">  края  </t></si></sst>'
    )


def _sheet(rows: str) -> str:
    return f'<worksheet xmlns="{_MAIN}"><sheetData>{rows}</sheetData></worksheet>'


def _registration() -> str:
    mc = "http://schemas.openxmlformats.org/markup-compatibility/2006"
    xdr = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"
    rows = (
        '<row r="1" ht="30" customHeight="1"><c r="A1" s="1" t="s"><v>0</v></c></row>'
        '<row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2" t="s"><v>2</v></c><c r="C2" t="s"><v>3</v></c></row>'
        '<row r="3" hidden="1"><c r="A3"><v>1</v></c><c r="B3" t="s"><v>2</v></c><c r="C3" s="2"><v>1500</v></c>'
        '<c r="D3"><f t="shared" ref="D3:D4" si="0">C3*2</f><v>3000</v></c></row>'
        '<row r="4" outlineLevel="1"><c r="A4"><v>2</v></c><c r="B4" s="3"><v>46000</v></c><c r="C4" s="2"><v>1550</v></c>'
        '<c r="D4"><f t="shared" si="0"/><v>3100</v></c></row>'
        '<row r="5"><c r="C5" s="2"><f>SUM(C3:C4)</f><v>3050</v></c></row>'
    )
    anchor = "<{0}><xdr:col>8</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>{1}</xdr:row><xdr:rowOff>0</xdr:rowOff></{0}>"
    return (
        f'<worksheet xmlns="{_MAIN}" xmlns:r="{_OFFICE}" xmlns:mc="{mc}"><sheetPr><tabColor rgb="FFFF9900"/></sheetPr>'
        '<dimension ref="A1:D5"/><sheetViews><sheetView workbookViewId="0"><pane xSplit="2" ySplit="2" topLeftCell="C3" '
        'activePane="bottomRight" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15"/>'
        '<cols><col min="2" max="2" width="28" customWidth="1"/><col min="16" max="16" width="9" hidden="1"/></cols>'
        f"<sheetData>{rows}</sheetData>"
        '<protectedRanges><protectedRange sqref="C3:C4" name="Ввод"/></protectedRanges><autoFilter ref="A2:C4"/>'
        '<mergeCells count="1"><mergeCell ref="A1:D1"/></mergeCells><conditionalFormatting sqref="C3:C4">'
        '<cfRule type="cellIs" dxfId="0" priority="1" operator="lessThan"><formula>1000</formula></cfRule>'
        '</conditionalFormatting><dataValidations count="1"><dataValidation type="list" sqref="B3:B4">'
        "<formula1>Города</formula1></dataValidation></dataValidations>"
        '<hyperlinks><hyperlink ref="B2" r:id="rId7"/></hyperlinks><pageMargins left="0.3" right="0.3" top="0.5" '
        'bottom="0.5" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="landscape" r:id="rId1"/>'
        '<ignoredErrors><ignoredError sqref="B3:B4" numberStoredAsText="1"/></ignoredErrors>'
        '<drawing r:id="rId2"/><legacyDrawing r:id="rId3"/>'
        f'<mc:AlternateContent><mc:Choice Requires="x14" xmlns:x14="{_X14}"><controls><mc:AlternateContent>'
        '<mc:Choice Requires="x14"><control shapeId="1026" r:id="rId6" name="Кнопка 1"><controlPr defaultSize="0">'
        f'<anchor xmlns:xdr="{xdr}">{anchor.format("from", 8)}{anchor.format("to", 10)}</anchor></controlPr></control>'
        "</mc:Choice></mc:AlternateContent></controls></mc:Choice></mc:AlternateContent>"
        f'<extLst><ext uri="{{78C0D931-6437-407d-A8EE-F0AAD7539E65}}" xmlns:x14="{_X14}"><x14:conditionalFormattings>'
        f'<x14:conditionalFormatting xmlns:xm="{_XM}"><x14:cfRule type="iconSet" priority="2" '
        'id="{66666666-6666-6666-6666-666666666666}"><x14:iconSet iconSet="3Stars"><x14:cfvo type="percent"><xm:f>0</xm:f>'
        '</x14:cfvo><x14:cfvo type="num"><xm:f>33</xm:f></x14:cfvo><x14:cfvo type="num"><xm:f>67</xm:f></x14:cfvo>'
        "</x14:iconSet></x14:cfRule><xm:sqref>A3:A4</xm:sqref></x14:conditionalFormatting></x14:conditionalFormattings></ext>"
        f'<ext uri="{{CCE6A557-97BC-4b89-ADB6-D9C93CAAB3DF}}" xmlns:x14="{_X14}"><x14:dataValidations count="1" '
        f'xmlns:xm="{_XM}"><x14:dataValidation type="list" allowBlank="1"><x14:formula1><xm:f>Справочник!$A$1:$A$5</xm:f>'
        "</x14:formula1><xm:sqref>D10</xm:sqref></x14:dataValidation></x14:dataValidations></ext>"
        f'<ext uri="{{05C60535-1F16-4fd2-B633-F4F36F0B64E0}}" xmlns:x14="{_X14}"><x14:sparklineGroups xmlns:xm="{_XM}">'
        '<x14:sparklineGroup displayEmptyCellsAs="gap"><x14:sparklines><x14:sparkline><xm:f>Регистрация!C3:C4</xm:f>'
        "<xm:sqref>E3</xm:sqref></x14:sparkline></x14:sparklines></x14:sparklineGroup></x14:sparklineGroups></ext></extLst>"
        "</worksheet>"
    )


def _protocol() -> str:
    rows = (
        '<row r="2"><c r="B2" t="inlineStr"><is><t>Участник</t></is></c><c r="C2" t="inlineStr"><is><t>Очки</t></is></c></row>'
        '<row r="3"><c r="B3" t="s"><v>2</v></c><c r="C3"><v>7</v></c></row>'
    )
    return (
        f'<worksheet xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheetViews><sheetView tabSelected="1" workbookViewId="0"/>'
        f'</sheetViews><sheetData>{rows}</sheetData><tableParts count="1"><tablePart r:id="rId1"/></tableParts>'
        f'<extLst><ext uri="{{3A4CF648-6AED-40f4-86FF-DC5316D8AED3}}" xmlns:x14="{_X14}"><x14:slicerList>'
        '<x14:slicer r:id="rId2"/></x14:slicerList></ext></extLst></worksheet>'
    )


def _table() -> str:
    return (
        f'<table xmlns="{_MAIN}" id="3" name="tblProtocol" displayName="tblProtocol" ref="B2:C3"><autoFilter ref="B2:C3"/>'
        '<tableColumns count="2"><tableColumn id="1" name="Участник"/><tableColumn id="2" name="Очки"/></tableColumns>'
        '<tableStyleInfo name="TableStyleMedium9" showRowStripes="1"/></table>'
    )


_XDR = (
    'xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
)
_SHAPE = '<xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="300000"/></a:xfrm><a:prstGeom prst="{}"><a:avLst/></a:prstGeom></xdr:spPr>'


def _drawing() -> str:
    def anchored(row: int, body: str) -> str:
        place = f"<xdr:col>6</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>{row}</xdr:row><xdr:rowOff>0</xdr:rowOff>"
        return (
            f'<xdr:oneCellAnchor><xdr:from>{place}</xdr:from><xdr:ext cx="900000" cy="300000"/>{body}<xdr:clientData/>'
            "</xdr:oneCellAnchor>"
        )

    text = '<xdr:txBody><a:bodyPr/><a:p><a:r><a:rPr lang="ru-RU"/><a:t>Внимание!</a:t></a:r></a:p></xdr:txBody>'
    box = (
        f'<xdr:sp macro="" textlink=""><xdr:nvSpPr><xdr:cNvPr id="{{}}" name="Надпись"/><xdr:cNvSpPr/></xdr:nvSpPr>'
        f"{_SHAPE.format('rect')}{text}</xdr:sp>"
    )
    picture = (
        '<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="5" name="Логотип"/><xdr:cNvPicPr/></xdr:nvPicPr><xdr:blipFill>'
        f'<a:blip xmlns:r="{_OFFICE}" r:embed="rId1"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill>'
        f"{_SHAPE.format('rect')}</xdr:pic>"
    )
    line = (
        '<xdr:cxnSp macro=""><xdr:nvCxnSpPr><xdr:cNvPr id="6" name="Линия"/><xdr:cNvCxnSpPr/></xdr:nvCxnSpPr>'
        f"{_SHAPE.format('line')}</xdr:cxnSp>"
    )
    group = (
        '<xdr:grpSp><xdr:nvGrpSpPr><xdr:cNvPr id="7" name="Группа"/><xdr:cNvGrpSpPr/></xdr:nvGrpSpPr><xdr:grpSpPr/>'
        f"{box.format(8)}</xdr:grpSp>"
    )
    return f"<xdr:wsDr {_XDR}>{anchored(1, box.format(2))}{anchored(4, picture)}{anchored(7, line)}{anchored(9, group)}</xdr:wsDr>"


def _chart_frame() -> str:
    return (
        f'<xdr:wsDr {_XDR}><xdr:absoluteAnchor><xdr:pos x="0" y="0"/><xdr:ext cx="9000000" cy="6000000"/>'
        '<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="2" name="Диаграмма"/><xdr:cNvGraphicFramePr/>'
        '</xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic>'
        '<a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart">'
        '<c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" '
        f'xmlns:r="{_OFFICE}" r:id="rId1"/></a:graphicData></a:graphic></xdr:graphicFrame><xdr:clientData/>'
        "</xdr:absoluteAnchor></xdr:wsDr>"
    )


def _chart() -> str:
    return (
        '<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" '
        'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><c:chart><c:plotArea><c:layout/><c:barChart>'
        '<c:barDir val="col"/><c:grouping val="clustered"/><c:ser><c:idx val="0"/><c:order val="0"/><c:val><c:numRef>'
        '<c:f>Протокол!$C$3</c:f><c:numCache><c:ptCount val="1"/><c:pt idx="0"><c:v>7</c:v></c:pt></c:numCache>'
        '</c:numRef></c:val></c:ser><c:axId val="1"/><c:axId val="2"/></c:barChart><c:catAx><c:axId val="1"/><c:scaling/>'
        '<c:delete val="0"/><c:axPos val="b"/><c:crossAx val="2"/></c:catAx><c:valAx><c:axId val="2"/><c:scaling/>'
        '<c:delete val="0"/><c:axPos val="l"/><c:crossAx val="1"/></c:valAx></c:plotArea></c:chart></c:chartSpace>'
    )


def _vml() -> str:
    def shape(number: int, kind: str, row: int) -> str:
        return (
            f'<v:shape id="_x0000_s{number}" type="#_x0000_t202" style="position:absolute;visibility:hidden">'
            f'<x:ClientData ObjectType="{kind}"><x:Anchor>1,0,2,0,3,0,4,0</x:Anchor><x:Row>{row}</x:Row><x:Column>1</x:Column>'
            "</x:ClientData></v:shape>"
        )

    return (
        '<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" '
        f'xmlns:x="urn:schemas-microsoft-com:office:excel">{shape(1025, "Note", 2)}{shape(1026, "Button", 8)}</xml>'
    )
