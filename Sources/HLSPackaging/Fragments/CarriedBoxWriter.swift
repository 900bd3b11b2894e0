import SampleEncryption

/// Writes the boxes that are carried along between units of fMP4.
struct CarriedBoxWriter {
    let context: UnitWriter.Context

    /// Writes a box: an index with new numbers, others as they are.
    func write(_ box: CarriedBox) throws(PackagingError) {
        do {
            try copy(box)
        } catch let error as SystemCallError {
            throw .stage(error)
        } catch let error as PackagingError {
            throw error
        } catch {
            throw .fault("\(box.file): \(error)")
        }
    }

    private func copy(_ box: CarriedBox) throws {
        let input = try open(box.file)
        guard input.version == box.version else { throw PackagingError.mediaChanged(file: box.file) }
        let file = try OutputFile(path: box.file.path(under: context.outputRoot))
        var buffer = [UInt8](repeating: 0, count: Int(min(box.length, UInt64(UnitWriter.pieceLength))))
        if box.isIndex { buffer = [UInt8](repeating: 0, count: Int(box.length)) }
        var done: UInt64 = 0
        while done < box.length {
            try context.cancellation.check()
            let wanted = Int(min(UInt64(buffer.count), box.length - done))
            let offset = box.clearRange.lowerBound + done
            let count: Int
            do throws(SourceFileError) {
                count = try input.read(into: &buffer, 0..<wanted, at: offset)
            } catch {
                throw PackagingError(readingBoxOf: error)
            }
            guard count == wanted else { throw PackagingError.mediaChanged(file: box.file) }
            if box.isIndex {
                buffer = try SegmentIndexPlaces.move(
                    buffer,
                    at: box.clearRange.lowerBound,
                    to: context.places.places(of: box.file)
                )
            }
            try file.write(buffer, count: wanted, at: box.outputOffset + done)
            done += UInt64(wanted)
        }
        try file.close()
    }

    private func open(_ file: TreePath) throws(PackagingError) -> SourceFile {
        do {
            return try context.source.open(file)
        } catch {
            throw PackagingError(readingBoxOf: error)
        }
    }
}

extension PackagingError {
    /// No line of a playlist names such a box.
    fileprivate init(readingBoxOf error: SourceFileError) {
        switch error {
        case .system(let error): self = .input(error)
        case .made(let failure): self.init(failure)
        }
    }
}
