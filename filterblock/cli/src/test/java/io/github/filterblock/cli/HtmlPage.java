// Copyright 2026 The filterblock authors
// SPDX-License-Identifier: Apache-2.0
package io.github.filterblock.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.common.hash.Hashing;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.ErrorHandler;
import org.xml.sax.SAXException;
import org.xml.sax.SAXParseException;

/** A page that was written and drawn by a browser, read as XML. */
final class HtmlPage {
    static {
        // The module under test has no need of java.xml.
        HtmlPage.class
                .getModule()
                .addReads(ModuleLayer.boot().findModule("java.xml").orElseThrow());
    }

    /** Finding an implementation takes longer than most of the questions. */
    private static final DocumentBuilderFactory BUILDERS = DocumentBuilderFactory.newInstance();

    private static final XPathFactory PATHS = XPathFactory.newInstance();

    private final String text;
    private final Document document;

    private HtmlPage(String text, Document document) {
        this.text = text;
        this.document = document;
    }

    /** Draws a page and checks what holds of every page: it refers to nothing and runs nothing but its own script. */
    static HtmlPage read(Path file) throws IOException {
        return drawn(List.of(Files.readString(file))).get(0);
    }

    /** Draws several pages at once. */
    static List<HtmlPage> drawn(List<String> pages) throws IOException {
        Browser.assumePresent();
        List<String> documents = Browser.drawn(pages);
        List<HtmlPage> drawn = new ArrayList<>();
        for (int i = 0; i < documents.size(); i++) {
            assertSelfContained(pages.get(i));
            drawn.add(of(documents.get(i)));
        }
        return drawn;
    }

    private static HtmlPage of(String text) throws IOException {
        try {
            var builder = BUILDERS.newDocumentBuilder();
            builder.setErrorHandler(new Throwing());
            HtmlPage page = new HtmlPage(text, builder.parse(new ByteArrayInputStream(text.getBytes(UTF_8))));
            page.assertSelfContained();
            return page;
        } catch (ParserConfigurationException | SAXException e) {
            throw new AssertionError(e.getMessage(), e);
        }
    }

    /** A page as it was written: one script, which its policy names by its hash, and the data. */
    static void assertSelfContained(String page) {
        for (String reference : List.of("http:", "https:", "src=", "url(", "@import", "<link", "<iframe")) {
            assertFalse(page.contains(reference), reference);
        }
        assertEquals(3, page.split("<script").length);
        String script = page.substring(page.indexOf("<script>") + 8, page.lastIndexOf("</script>"));
        String hash = Base64.getEncoder()
                .encodeToString(Hashing.sha256().hashString(script, UTF_8).asBytes());
        assertTrue(
                page.contains("default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-" + hash + "'"), hash);
    }

    private void assertSelfContained() {
        assertEquals(List.of(), strings("//@*[starts-with(name(), 'on')]"));
        assertTrue(strings("//@href").stream().allMatch(target -> target.startsWith("#")));
        List<String> ids = strings("//@id");
        assertEquals(ids.size(), ids.stream().distinct().count(), "an id twice");
        assertTrue(ids.containsAll(
                strings("//@href").stream().map(target -> target.substring(1)).toList()));
        assertTrue(ids.containsAll(strings("//@aria-labelledby")));
        assertEquals(List.of(), strings("//*[@role='img' and not(string(@aria-label))]"));
    }

    /** The text of all nodes that an XPath finds, blanks made one. */
    List<String> strings(String path) {
        try {
            NodeList nodes = (NodeList) PATHS.newXPath().evaluate(path, document, XPathConstants.NODESET);
            List<String> strings = new ArrayList<>();
            for (int i = 0; i < nodes.getLength(); i++) {
                Node node = nodes.item(i);
                strings.add(node.getTextContent().strip().replaceAll("\\s+", " "));
            }
            return strings;
        } catch (XPathExpressionException e) {
            throw new AssertionError(path, e);
        }
    }

    /** The value of a term among the numbers of the first table with pictures. */
    String tile(String term) {
        return strings("(//section[starts-with(@id, 't')])[1]/dl[@class='tiles']/div[dt='" + term + "']/dd/text()")
                .get(0);
    }

    String text() {
        return text;
    }

    private static final class Throwing implements ErrorHandler {
        @Override
        public void warning(SAXParseException e) throws SAXException {
            throw e;
        }

        @Override
        public void error(SAXParseException e) throws SAXException {
            throw e;
        }

        @Override
        public void fatalError(SAXParseException e) throws SAXException {
            throw e;
        }
    }
}
